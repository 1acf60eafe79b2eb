/** How much of the centre a role sees (docs/decisions/0109). */
type Sight =
  /** All of it; for a user with locations, those. */
  | 'CENTRE'
  /** The children a user works with, and a supervisor's team. */
  | 'CASELOAD'

interface RoleShape {
  /** Its intended users, for documents. */
  about: string
  sight: Sight
  /** Centre-wide: locations cannot narrow it. */
  alwaysWhole?: true
}

/**
 * Built-in roles of a centre's people. Resources declare their permissions in `roles`. Centres can define their
 * own roles besides.
 */
export const ROLES = {
  OWNER: {
    about: 'Answers for the centre: may do everything, and alone makes others owners.',
    sight: 'CENTRE',
    alwaysWhole: true,
  },
  ADMINISTRATOR: {
    about:
      'Runs the centre: people, places, services, settings, keys, privacy. Not what is clinical.',
    sight: 'CENTRE',
    alwaysWhole: true,
  },
  SCHEDULER: {
    about: 'Front desk: families, appointments, waitlists, messages, forms to be filled in.',
    sight: 'CENTRE',
  },
  THERAPIST: {
    about: 'Treats: appointments, sessions, notes, goals and assessments of their own caseload.',
    sight: 'CASELOAD',
  },
  SUPERVISOR: {
    about:
      'Treats, and answers for others: also the caseload of those whom they supervise, and co-signatures.',
    sight: 'CASELOAD',
  },
  EARLY_INTERVENTION_COORDINATOR: {
    about: 'Coordinates early intervention: programs, deadlines, families, goals and assessments.',
    sight: 'CENTRE',
  },
  BILLER: {
    about: 'Bills: orders, payments, authorizations, cancellation fees.',
    sight: 'CENTRE',
  },
  MARKETPLACE_MANAGER: {
    about: 'Brings providers and families together: providers, what they offer, feedback.',
    sight: 'CENTRE',
  },
  AUDITOR: {
    about:
      'Checks: the audit trail, disclosures, break-glass access, erasures, deliveries. Changes nothing.',
    sight: 'CENTRE',
    alwaysWhole: true,
  },
  READ_ONLY: {
    about: 'Reads the records of the centre, the clinical ones too, and changes nothing.',
    sight: 'CENTRE',
  },
} as const satisfies Record<string, RoleShape>

export type Role = keyof typeof ROLES

/** The roles with a permission. Writers can also read; an owner can do both. */
export interface PermissionRoles {
  read?: readonly Exclude<Role, 'OWNER'>[] | 'EVERYBODY'
  write?: readonly Exclude<Role, 'OWNER'>[] | 'EVERYBODY'
}
