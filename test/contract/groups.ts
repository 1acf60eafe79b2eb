import type { ContextName } from '../../domain/contexts.ts'
import type { Operation } from '../../api/http/operation.ts'
import { operations, OPERATIONS_BY_CONTEXT } from '../../api/resources/index.ts'

/**
 * The operations in groups, each with a file in `operations/`, so that test processes share the work. An
 * operation belongs to the group of its section (`/v1/<section>`), or else to that of its context.
 */
export type Group = keyof typeof SECTIONS | (typeof GROUP_OF_CONTEXT)[ContextName]

const GROUP_OF_CONTEXT = {
  scheduling: 'scheduling',
  people: 'people',
  clinical: 'clinical',
  'early-intervention': 'early-intervention',
  records: 'people',
  marketplace: 'marketplace',
  receivables: 'receivables',
  payments: 'payments',
  payouts: 'payouts',
  organization: 'organization',
  staff: 'staff',
  messaging: 'messaging',
  privacy: 'privacy',
  knowledge: 'knowledge',
  agents: 'agents',
  analytics: 'agents',
  webhooks: 'platform',
  platform: 'platform',
} as const satisfies Record<ContextName, string>

/** Sections of contexts that are too large for one file. */
export const SECTIONS = {
  appointments: [
    'appointments',
    'appointment-automation',
    'group-appointments',
    'group-waitlist-entries',
    'series',
  ],
  'session-notes': [
    'attachments',
    'provider-documents',
    'sessions',
    'session-notes',
    'note-templates',
  ],
  messages: [
    'messages',
    'message-settings',
    'message-texts',
    'message-templates',
    'message-languages',
    'message-previews',
    'channel-consents',
  ],
  invoices: ['orders', 'invoices', 'dunnings', 'superbills', 'session-packages'],
  children: ['children', 'diagnoses'],
  providers: ['providers', 'provider-licenses', 'supervisions', 'supervision-delegates'],
} as const satisfies Record<string, readonly string[]>

export const sectionOf = ({ path }: Operation): string => path.split('/')[2] ?? ''

const contextOf = new Map(
  (Object.keys(OPERATIONS_BY_CONTEXT) as ContextName[]).flatMap((context) =>
    OPERATIONS_BY_CONTEXT[context].map(({ id }) => [id, context] as const),
  ),
)

const GROUP_OF_SECTION = new Map<string, Group>(
  (Object.keys(SECTIONS) as (keyof typeof SECTIONS)[]).flatMap((group) =>
    SECTIONS[group].map((section) => [section, group] as const),
  ),
)

const groupOf = (operation: Operation): Group =>
  GROUP_OF_SECTION.get(sectionOf(operation)) ?? GROUP_OF_CONTEXT[contextOf.get(operation.id)!]

export const GROUPS: readonly Group[] = [
  ...new Set([...Object.values(GROUP_OF_CONTEXT), ...GROUP_OF_SECTION.values()]),
]

export const operationsOf = (group: Group): Operation[] =>
  operations.filter((operation) => groupOf(operation) === group)
