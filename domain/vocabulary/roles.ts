/** How much of the centre a role sees (docs/decisions/0109). */
type Sight =
  /** All of the centre; for a user with locations, only those locations. */
  | 'CENTRE'
  /** The children with whom a user works; for a supervisor, also those of the team. */
  | 'CASELOAD'

interface RoleShape {
  /** The people for whom the role is intended, for documents. */
  about: string
  sight: Sight
  /** Set if locations cannot limit what it shows. */
  alwaysWhole?: true
}

/**
 * The built-in roles of a centre's people. Resources list their permissions in `roles`. In addition, centres
 * can define their own roles.
 */
export const ROLES = {
  OWNER: {
    about:
      'Has full responsibility for the centre: can do everything, and is the only role that can create other owners.',
    sight: 'CENTRE',
    alwaysWhole: true,
  },
  ADMINISTRATOR: {
    about:
      'Runs the centre: people, locations, services, settings, keys and privacy. Cannot read clinical records.',
    sight: 'CENTRE',
    alwaysWhole: true,
  },
  SCHEDULER: {
    about: 'Works at the front desk: families, appointments, waitlists, messages and forms.',
    sight: 'CENTRE',
  },
  THERAPIST: {
    about:
      'Treats children: appointments, sessions, notes, goals and assessments of the user’s own caseload.',
    sight: 'CASELOAD',
  },
  SUPERVISOR: {
    about: 'Treats and supervises: also sees the caseloads of supervisees, and co-signs.',
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
    about: 'Connects providers and families: providers, their services, feedback.',
    sight: 'CENTRE',
  },
  AUDITOR: {
    about:
      'Audits: the audit trail, disclosures, break-glass access, erasures, deliveries. Changes nothing.',
    sight: 'CENTRE',
    alwaysWhole: true,
  },
  READ_ONLY: {
    about: 'Reads the centre’s records, including clinical ones, and changes nothing.',
    sight: 'CENTRE',
  },
} as const satisfies Record<string, RoleShape>

export type Role = keyof typeof ROLES

/** The roles with a permission. Roles that can write can also read; an owner can do both. */
export interface PermissionRoles {
  read?: readonly Exclude<Role, 'OWNER'>[] | 'EVERYBODY'
  write?: readonly Exclude<Role, 'OWNER'>[] | 'EVERYBODY'
}
