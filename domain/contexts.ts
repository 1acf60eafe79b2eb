/**
 * The contexts of the domain from the bottom up, with their allowed imports. This is the only definition of
 * both. A context may import only the contexts that it lists, all of them below it. `registry` combines their
 * declarations, and only entry points import it. test/architecture/arrows.unit.test.ts enforces this, and
 * docs/architecture.md draws it.
 */
export const CONTEXTS = {
  platform: {
    about:
      'transactions, errors, ids, paging, outbox, idempotency, audit, identity, API keys, files',
    imports: [],
  },
  messaging: {
    about: 'the engines of follow-ups, one-time links and messages; tasks, feedback',
    imports: ['platform'],
  },
  organization: {
    about: 'the centre: locations, rooms, services, providers, supervision, schedules, closures',
    imports: ['platform', 'messaging'],
  },
  staff: {
    about: 'who works in the centre: users, their roles, sign-in and sessions',
    imports: ['platform', 'messaging', 'organization'],
  },
  people: {
    about:
      'children, guardians and clients, care teams, consents, merges, and who each record is about',
    imports: ['platform', 'messaging', 'organization'],
  },
  receivables: {
    about:
      'what families and payers owe: orders, discounts, packages, invoices, dunning, authorized cycles, the ledger',
    imports: ['platform', 'messaging', 'organization', 'people'],
  },
  payments: {
    about:
      'money received and returned: payments, refunds, disputes, credit, cancellation policies and fees',
    imports: ['platform', 'messaging', 'organization', 'people', 'receivables'],
  },
  payouts: {
    about:
      'what providers are paid: split terms, settlements and their transfers, reserves, payout accounts',
    imports: ['platform', 'messaging', 'organization', 'receivables', 'payments'],
  },
  clinical: {
    about: 'sessions, notes, goals, assessments, forms, attachments, insights',
    imports: ['platform', 'messaging', 'organization', 'people', 'receivables'],
  },
  scheduling: {
    about: 'appointments, groups, series, holds, waitlist, availability, calendars, imports',
    imports: [
      'platform',
      'messaging',
      'organization',
      'people',
      'receivables',
      'payments',
      'payouts',
      'clinical',
    ],
  },
  'early-intervention': {
    about: 'programs, statutory deadlines, family-check-ins',
    imports: ['platform', 'messaging', 'organization', 'people', 'clinical'],
  },
  records: {
    about: 'a child’s chart, complete record, timeline and discharges, across all contexts below',
    imports: [
      'platform',
      'messaging',
      'organization',
      'people',
      'receivables',
      'payments',
      'clinical',
      'scheduling',
      'early-intervention',
    ],
  },
  marketplace: {
    about: 'onboarding of providers, matching of therapists to needs, leads',
    imports: ['platform', 'messaging', 'organization', 'people', 'clinical', 'scheduling'],
  },
  knowledge: {
    about: 'assistants, answers from documents of the centre, language models',
    imports: ['platform', 'messaging', 'organization', 'staff', 'people'],
  },
  analytics: {
    about: 'metrics, their daily sums, figures for all locations, questions in plain language',
    imports: ['platform', 'organization', 'knowledge'],
  },
  privacy: {
    about: 'erasures, exports of persons, restrictions, retention, break-glass, disclosures',
    imports: ['platform', 'messaging', 'people', 'clinical', 'records'],
  },
  agents: {
    about: 'agents: what they may read and do, tools of models, runs, recall of assessments',
    imports: [
      'platform',
      'messaging',
      'organization',
      'staff',
      'people',
      'clinical',
      'scheduling',
      'early-intervention',
      'knowledge',
      'analytics',
    ],
  },
  webhooks: {
    about: 'the catalog of events, endpoints, deliveries, recoveries',
    imports: [
      'platform',
      'messaging',
      'organization',
      'staff',
      'people',
      'receivables',
      'payments',
      'payouts',
      'clinical',
      'scheduling',
      'early-intervention',
      'records',
      'marketplace',
      'knowledge',
      'privacy',
      'agents',
    ],
  },
} as const satisfies Record<string, { about: string; imports: readonly string[] }>

export type ContextName = keyof typeof CONTEXTS

/**
 * The lowest layer describes each resource: `resource.ts` in the contexts, the `resources.ts` that list them,
 * and `domain/vocabulary`. It is data and imports none of our other code.
 */
export const VOCABULARY = 'vocabulary'

/** Folders beside the domain, with the parts of our code that they may import. */
export const LAYERS = {
  providers: [],
  prisma: ['domain'],
  activities: ['domain', 'providers', 'workflows'],
  workflows: ['domain', 'activities'],
  relay: ['domain', 'registry', 'providers', 'workflows'],
  api: ['domain', 'registry', 'providers'],
  worker: ['domain', 'registry', 'providers', 'activities', 'workflows', 'relay'],
  cli: ['domain', 'registry', 'providers', 'api', 'worker', 'prisma'],
  build: [],
  dev: ['domain', 'registry', 'providers', 'api', 'build', 'cli', 'prisma'],
} as const satisfies Record<string, readonly string[]>

/**
 * The maximum number of folders that import each other, including type-only imports. Their records change in
 * one transaction.
 */
export const LARGEST_KNOT = 3
