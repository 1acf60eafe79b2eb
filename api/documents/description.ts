import type { ContextName } from '../../domain/contexts.ts'

/** The introduction to the OpenAPI document, for newcomers. */
export const DESCRIPTION = `REST API and signed webhooks for therapy centres: appointments, people, sessions, orders, payments.

Begin with [the quickstart](/docs/quickstart); [the guides](/docs/guides) cover one task each, with runnable examples, and [a diagram of the records](/docs/records) shows their relations.

## Authentication
1. Send the client id and secret of an API key to \`POST /oauth/token\` with \`grant_type=client_credentials\`.
2. Send the \`access_token\` of the response as \`Authorization: Bearer …\` with every call. It is valid for 15 minutes.
3. Renew it with \`grant_type=refresh_token\`. Each refresh token works once within 30 days; the response contains the next one. Repeated within 30 seconds, for example after a lost response, it returns a pair again; later it revokes the whole grant.

Each operation lists its scopes; any one of them suffices. A plain scope allows reading and writing, \`.read\` only reading.
An API key can be narrowed further to resource types and HTTP methods.

## Idempotency
Send an \`Idempotency-Key\` (1 to 255 visible characters, such as a UUID) with every write. For 24 hours after a success the same
key with the same request is answered with the same status and body, and \`Idempotent-Replayed: true\`; with another
request it is refused (\`idempotency_mismatch\`). A refused (4xx) or failed (5xx) call changed nothing and stored nothing: send it again,
unchanged or corrected, with the same key.

## Lists
\`{data, nextCursor, hasMore}\`, newest first. \`limit\` is 25 by default, at most 100. Pass \`nextCursor\`
as \`cursor\` for the next page, with the same filters and sort. Short lists have a single page: \`nextCursor\` is null. Ranges are half-open: \`startsAt[gte]=…&startsAt[lt]=…\`.
HTTP libraries encode the brackets; with curl, use \`--data-urlencode\` or switch globbing off (\`curl -g\`).
Every list takes \`ids=\` with up to 100 ids, enum filters take several values (\`status=CONFIRMED,CHECKED_IN\`), and \`sort=updatedAt&updatedAt[gte]=…\` returns what changed.
Undocumented parameters are refused. \`expand=child,provider\` returns the full records beside their ids, for members that the
operation lists.

## Changes
\`PATCH\` takes a JSON merge patch (RFC 7396): absent members stay, \`null\` removes a value. Send the record's \`ETag\` as
\`If-Match\` to get \`precondition_failed\` if somebody else has changed it. Statuses change through their own operations,
such as \`POST /v1/appointments/{id}/cancel\`.

## Errors
\`application/problem+json\` (RFC 9457) with a stable \`code\`, the \`requestId\`, and \`errors\` of \`{path, code, message}\`
for faults of the input. Each operation lists its codes; \`/docs/errors\` explains all of them.
An id of another centre gets the same response as an unknown id.

## Rate limits
600 requests a minute per API key and 6,000 for all keys of a centre together (per address without a key), over all
instances; operators can set other limits. The headers describe the limit that is closer. Every response has them: \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\`, \`X-RateLimit-Reset\` (Unix seconds) and the IETF's \`RateLimit\`
and \`RateLimit-Policy\`. A 429 has \`Retry-After\`: wait, and add jitter.

Every response has these headers and \`X-Request-Id\`; this document lists them only for errors.

## Webhooks
Events are sent by POST as \`{id, type, createdAt, data}\` to the endpoints of \`/v1/webhook-endpoints\`. Verify
\`X-Service-Signature: t=<unix>,v1=<hex>,v2=…\` before you trust an event: \`v1\` is the HMAC-SHA-256 of \`<t>.<raw body>\`
with the whole \`whsec_…\` secret as key, and there are several \`v1\` while a secret is rotated. Refuse a \`t\` older
than five minutes. The \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` of Standard Webhooks are sent too.
Answer 2xx within 15 seconds. Anything else is retried for up to 24 hours, so an event can arrive twice or out of
order: its \`id\` stays the same. An endpoint is disabled if all attempts fail for five days, or if it answers
410. After you resume it, \`POST /v1/webhook-endpoints/{id}/recover\` delivers the events it missed.

## Growth
Requests are strict: undocumented members and parameters are refused. Responses and events are open: within a version they gain
members, and values in lists of "known values". Ignore members and values that you do not know.

## Values
Instants are ISO 8601 with an offset: \`startsAt\` has the offset of its location, record times end in \`Z\`. Dates are YYYY-MM-DD. Amounts are integers in
the minor unit of their currency. Ids have a prefix for the kind of record, such as \`apt_\`.
`

/** The tags of each context and their subjects, in the order of the documentation. */
export const TAGS: Readonly<Record<ContextName, Readonly<Record<string, string>>>> = {
  scheduling: {
    Appointments: 'Book, move, cancel and close appointments.',
    Availability:
      'Find free times by service, provider, location and child, and find out why a time is not free.',
    Holds: 'Reserve a slot for a few minutes while a booking is completed.',
    Series:
      'Appointments or groups that repeat according to a rule, with a result for each occurrence. A series of groups (`kind` GROUP) has no child: children join each group, and each group can be changed separately.',
    'Group appointments':
      'One provider and one room for several children. Each place is an appointment of one child. When a place becomes free, a waiting child moves up.',
    Waitlist: 'Families who wait for an appointment, and the freed slots that are offered to them.',
    Calendar: 'A week or a month of providers and rooms in one response.',
    'Calendar feeds': 'Calendars to which people can subscribe, at secret addresses.',
    'Appointment imports':
      'Appointments from another system, imported from CSV or iCalendar: each row is checked, then written, and an import can be undone.',
    'Time off': 'Absences of providers, with the appointments that they affect.',
    'Reminder policies': 'When and in which language guardians are reminded of appointments.',
  },
  people: {
    Children: 'The children in care: register, search, merge duplicates.',
    Labels: 'The centre’s own labels for sorting children.',
    Guardianships: 'Who decides for a child, and who pays.',
    Clients: 'Guardians, families and other payers, with the custom fields of the centre.',
    Consents: 'What guardians have agreed to, and when consents expire.',
    'Care teams':
      'Providers who care for a child. A key that is bound to a provider sees only the provider’s caseload.',
    Pets: 'Therapy animals and pets of clients.',
  },
  clinical: {
    Sessions: 'Treatment sessions: attendance, participants, goals, billable units.',
    Notes: 'SOAP notes of sessions: drafts, signatures, addenda and their verification.',
    'Note templates': 'Texts and required sections for the notes of a discipline.',
    Goals: 'The goals of a child, their measurements and the resulting trend.',
    Assessments:
      'Instruments that the centre defines, schedules per child, results with norm scores by age and their trend.',
    Forms: 'Questionnaires in versions, and the answers: scored, signed and verified.',
    Attachments: 'Files of a child, uploaded and downloaded through short-lived links.',
    'Provider documents':
      'Files of a provider, such as licenses and certificates, uploaded and downloaded like attachments.',
    'Provider forms':
      'Forms that providers answer and sign, such as agreements, through a link or the API.',
    Insights: 'Insights about a child, each with the records and numbers that support it.',
  },
  'early-intervention': {
    Programs: 'Enrollments of children, their milestones, delays and deadlines.',
    Clocks: 'Rules for deadlines, and how closures move deadlines.',
    'Check-ins':
      'Questions that are sent to guardians at intervals, and answers that need attention.',
  },
  records: {
    'Child records': 'The chart before a visit, the whole record to hand over, and the timeline.',
  },
  marketplace: {
    Matching: 'Therapists who suit a family’s needs, with reasons.',
    'Provider onboarding':
      'What the centre requires of providers before they can work there, and their progress.',
    Leads:
      'Families who ask for a place: their answers, stages, offers to providers, and the outcome.',
  },
  receivables: {
    Payers: 'Clients, insurers, schools and state programs, with their terms.',
    Orders: 'What clients and other payers owe.',
    'Legal entities': 'The entities of the centre that issue invoices.',
    'Discount codes': 'Discount codes for orders, with limits.',
    Packages: 'Sessions bought in advance, and how many are left.',
    Superbills: 'Statements of paid sessions with codes, for families to submit to their insurers.',
    Statements: 'What payers and clients owe: the movements in a period and the open balance.',
    Dunning: 'Reminders of unpaid invoices, and write-offs.',
    Invoices: 'Drafts, invoices and credit notes, as PDF and as e-invoices.',
    Ledger: 'Double-entry accounts, their statements and the trial balance.',
    'Treatment cycles':
      'Sessions or units that a payer has authorized, how many are used, and when to renew.',
  },
  payments: {
    Payments: 'Payments of orders through a gateway.',
    Credit: 'Credit balances of clients and payers, and payouts from them.',
    Disputes: 'Payments that payers dispute with their banks.',
    'Cancellation policies': 'Fees for late cancellations and no-shows.',
  },
  payouts: {
    Settlements: 'Family payments, split between provider, platform and centre, and paid out.',
  },
  organization: {
    Organization: 'The organization and its settings.',
    Locations: 'The centre’s locations, each with its time zone.',
    Rooms: 'Rooms of a location, with their equipment.',
    Services: 'What can be booked: length, buffers, price, consents, providers.',
    Providers: 'Therapists and other people who treat children.',
    'Provider licenses':
      'Professions and states in which providers are licensed, expiry dates, and how each license was verified.',
    Schedules: 'Weekly hours of providers, days off and extra hours.',
    Closures: 'Days on which a location, or the whole centre, is closed.',
    Supervisions: 'Supervisors, who co-sign the notes of other providers.',
    'Custom fields': 'Fields that the centre adds to its records.',
  },
  staff: {
    Users: 'The people who work in the centre: invite them, assign roles, deactivate them.',
    Roles: 'What users can do: the platform’s roles and the centre’s own roles.',
    'Single sign-on': 'The centre’s own identity providers for signing in.',
    'User sessions': 'Where users are signed in.',
    Passkeys: 'Passkeys, for signing in without links.',
    Me: 'The caller and the caller’s permissions.',
  },
  messaging: {
    'Follow-ups': 'Automatic steps for a record. You can list, skip, run or cancel them.',
    Messages: 'E-mails to guardians and providers, and their delivery status.',
    'One-time links': 'Pages that people open from a message without signing in.',
    Tasks:
      'Tasks for the people of the centre, and a worklist that also contains follow-up steps that need attention.',
    Feedback: 'Guardians’ ratings and comments after appointments.',
  },
  privacy: {
    'Rights of the person':
      'Export and erasure of a person’s data, restriction of processing, and who has seen a record.',
    'Break-glass access':
      'Emergency access to a child outside the caseload, for a stated reason and with a later review.',
  },
  knowledge: {
    'Assistants and knowledge':
      'Assistants that answer questions from the centre’s documents, with citations, and only if these documents contain the answer.',
  },
  agents: {
    Agents:
      'Agents that the centre configures. Actions that need approval wait until a person approves them.',
  },
  analytics: {
    Analytics: 'Figures for all locations of a centre, and the definition of each metric.',
  },
  webhooks: {
    'Webhook endpoints': 'URLs that receive events, with their secrets, filters and health.',
    Events: 'Events that have happened, and the list of event types.',
    Deliveries: 'Deliveries of events to endpoints, with every attempt.',
    'Webhook recoveries': 'Events that are sent again after an outage of an endpoint.',
    'Webhook events': 'Events that your endpoints receive.',
  },
  platform: {
    Authentication: 'Tokens for API keys (OAuth 2.0), and the keys that verify them.',
    'API keys': 'Machine credentials, with their scopes and limits.',
    Audit: 'Every call, and the seals that prove that the trail is complete.',
    Documents: 'This API description, its Postman collection and the changelog.',
    Operations: 'Health of the process.',
    'Version 0': 'Deprecated. Use the successor named by each operation.',
  },
}
