import type { ContextName } from '../../domain/contexts.ts'

/** The introduction of the OpenAPI document for newcomers. */
export const DESCRIPTION = `REST API and signed webhooks for therapy centres: appointments, people, sessions, orders, payments.

Begin with [the quickstart](/docs/quickstart); [the guides](/docs/guides) take one task each, with examples that run, and [a picture of the records](/docs/records) shows how they hang together.

## Authentication
1. Send the client id and secret of an API key to \`POST /oauth/token\` with \`grant_type=client_credentials\`.
2. Send the answer's \`access_token\` as \`Authorization: Bearer …\` with every call. It lives 15 minutes.
3. Renew it with \`grant_type=refresh_token\`. Each refresh token works once within 30 days; the next comes with the answer. Sent again within 30 seconds, as after an answer that was lost, it answers a pair once more; later it ends the whole grant.

Each operation names the scopes of which any one suffices. A bare scope reads and writes, \`.read\` reads.
An API key can be narrowed further to resource types and HTTP methods.

## Idempotency
Send an \`Idempotency-Key\` (1 to 255 visible characters, such as a UUID) with every write. For 24 hours after a success the same
key with the same request is answered with the same status and body, and \`Idempotent-Replayed: true\`; with another
request it is refused (\`idempotency_mismatch\`). A refused call (4xx) or a failed one (5xx) did nothing and stores nothing: send it again,
as it was or corrected, with the same key.

## Lists
\`{data, nextCursor, hasMore}\`, newest first. \`limit\` is 25 unless you say otherwise, at most 100. Pass \`nextCursor\`
as \`cursor\` for the next page, with the same filters and sort. A list that is short by nature has one page: \`nextCursor\` is null. Ranges are half-open: \`startsAt[gte]=…&startsAt[lt]=…\`.
The brackets are encoded by every HTTP library; with curl, send them by \`--data-urlencode\` or switch globbing off (\`curl -g\`).
Every list takes \`ids=\` with up to 100 ids, filters by a closed list take several values (\`status=CONFIRMED,CHECKED_IN\`), and \`sort=updatedAt&updatedAt[gte]=…\` answers what changed.
Parameters that are not documented are refused. \`expand=child,provider\` shows records whole beside their ids, of those that an
operation lists for it.

## Changes
\`PATCH\` takes a JSON merge patch (RFC 7396): members that are absent stay, \`null\` removes. Send the record's \`ETag\` as
\`If-Match\` to be refused (\`precondition_failed\`) when somebody else changed it meanwhile. States are changed by verbs,
such as \`POST /v1/appointments/{id}/cancel\`.

## Errors
\`application/problem+json\` (RFC 9457) with a stable \`code\`, the \`requestId\`, and \`errors\` of \`{path, code, message}\`
for what is wrong with the input. Each operation lists its codes; \`/docs/errors\` explains all of them.
Another centre's id is answered like an unknown one.

## Rate limits
600 requests a minute per API key and 6,000 for all keys of a centre together (per address without a key), over all
instances; operators can set other figures. The headers are those of the limit that leaves you less. Every response tells where you
stand: \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\`, \`X-RateLimit-Reset\` (Unix seconds) and the IETF's \`RateLimit\`
and \`RateLimit-Policy\`. A 429 brings \`Retry-After\`: wait, and add jitter.

These headers and \`X-Request-Id\` come with every response; below they stand with the errors only.

## Webhooks
Events are sent by POST as \`{id, type, createdAt, data}\` to the endpoints of \`/v1/webhook-endpoints\`. Verify
\`X-Service-Signature: t=<unix>,v1=<hex>,v2=…\` before you trust one: \`v1\` is the HMAC-SHA-256 of \`<t>.<raw body>\`
with the whole \`whsec_…\` secret as key, and several \`v1\` stand there while a secret is rotated. Refuse a \`t\` older
than five minutes. The \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` of Standard Webhooks are sent too.
Answer 2xx within 15 seconds. Anything else is retried for up to 24 hours, so an event can arrive twice or out of
order: its \`id\` stays the same. An endpoint whose every attempt fails for five days is disabled; so is one that answers
410. What it missed, \`POST /v1/webhook-endpoints/{id}/recover\` delivers once it is resumed.

## Growth
Requests are strict: a member or parameter that is not documented is refused. Answers and events are open: they gain
members, and values where a list of "known values" is not final, within a version. Ignore what you do not know.

## Values
Instants are ISO 8601 with an offset: \`startsAt\` has its location's, record times end in \`Z\`. Dates are YYYY-MM-DD. Amounts are integers in
the minor unit of their currency. Ids have a prefix that says what they name, such as \`apt_\`.
`

/** Each context's tags and their subjects, in documentation order. */
export const TAGS: Readonly<Record<ContextName, Readonly<Record<string, string>>>> = {
  scheduling: {
    Appointments: 'Book, move, cancel and close appointments.',
    Availability:
      'Find free times by service, provider, location and child, and learn why a time is not free.',
    Holds: 'Reserve a slot for some minutes while a booking is completed.',
    Series:
      'Appointments or groups that repeat by a rule, with a result for each occurrence. A series of groups (`kind` GROUP) has no child: children join each group, and each group can be changed by itself.',
    'Group appointments':
      'One provider and one room for several children. Each place is an appointment of its child. Who waits moves up.',
    Waitlist: 'Families who wait for a time, and the freed slots that they are offered.',
    Calendar: 'A week or a month of providers and rooms in one call.',
    'Calendar feeds': 'Calendars that programs subscribe to, by an address that is a secret.',
    'Appointment imports':
      'Appointments of another system from CSV or iCalendar: checked row by row, then written, and undone if they were wrong.',
    'Time off': 'Absences of providers, with the appointments that they affect.',
    'Reminder policies': 'When and in which language guardians are reminded of appointments.',
  },
  people: {
    Children: 'The children in care: register, search, merge duplicates.',
    Labels: 'Names of the centre, by which it sorts children.',
    Guardianships: 'Who decides for a child, and who pays.',
    Clients: 'Guardians, families and other payers, with the custom fields of the centre.',
    Consents: 'What guardians have agreed to, and until when.',
    'Care teams':
      'Who cares for a child. A key that is bound to a provider sees that caseload alone.',
    Pets: 'Therapy animals and pets of clients.',
  },
  clinical: {
    Sessions: 'Treatments that took place: attendance, participants, goals, billable units.',
    Notes: 'SOAP notes of sessions: drafts, signatures, addenda and their verification.',
    'Note templates': 'Texts and required sections that notes of a discipline begin with.',
    Goals: 'What a child is to reach, the measurements, and the trend that they show.',
    Assessments:
      'Instruments that the centre defines, schedules per child, results with norm scores by age and their trend.',
    Forms: 'Questionnaires in versions, and the answers: scored, signed and verified.',
    Attachments: 'Files of a child, sent and fetched by short-lived links.',
    'Provider documents':
      'Files of a provider, such as licenses and certificates: sent and fetched as attachments are.',
    'Provider forms':
      'Forms that providers answer and sign, such as agreements, by a link or through the API.',
    Insights: 'Statements about a child, each with the records and numbers behind it.',
  },
  'early-intervention': {
    Programs: 'Enrollments of children, their milestones, delays and deadlines.',
    Clocks: 'Rules that deadlines follow, and how far deadlines have moved with the closures.',
    'Check-ins': 'Questions to guardians at intervals, and answers that need a person.',
  },
  records: {
    'Child records': 'The chart before a visit, the whole record to hand over, and the timeline.',
  },
  marketplace: {
    Matching: 'Which therapists suit a need, and why.',
    'Provider onboarding':
      'What the centre asks of providers before they may work there, and how far each of them is.',
    Leads:
      'Families who ask for a place: what they say, how far each is, to whom they are offered, and what became of them.',
  },
  receivables: {
    Payers: 'Clients, insurers, schools and state programs, with their terms.',
    Orders: 'What clients and other payers owe.',
    'Legal entities': 'Who of the centre issues invoices.',
    'Discount codes': 'Codes that take something off orders, with limits.',
    Packages: 'Sessions that were bought in advance, and what is left of them.',
    Superbills: 'What families hand to their insurers: sessions that they paid, with codes.',
    Statements: 'What payers and clients owe: movements of a period, and what is open.',
    Dunning: 'Reminders of invoices that are not paid, and claims that are given up.',
    Invoices: 'Drafts, invoices and credit notes, as PDF and as e-invoices.',
    Ledger: 'Accounts in double entry, their statements and the trial balance.',
    'Treatment cycles':
      'Sessions or units that a payer authorized, how many are used, and when to renew.',
  },
  payments: {
    Payments: 'Payments of orders, by a gateway.',
    Credit: 'What clients and payers have with the centre, and what is paid out of it.',
    Disputes: 'Payments that payers have their banks ask back.',
    'Cancellation policies': 'What late cancellations and no-shows cost.',
  },
  payouts: {
    Settlements: 'What families paid, shared between provider, platform and centre, and paid out.',
  },
  organization: {
    Organization: 'The organization itself, and what it has decided.',
    Locations: 'Places where the centre works, each in its time zone.',
    Rooms: 'Rooms of a location, with their equipment.',
    Services: 'What can be booked: length, buffers, price, consents, providers.',
    Providers: 'Therapists and others who treat.',
    'Provider licenses':
      'What providers may practice, where and until when, and how that is known.',
    Schedules: 'Weekly hours of providers, days off and extra hours.',
    Closures: 'Days on which a location, or the whole centre, is closed.',
    Supervisions: 'Whose notes need the co-signature of a supervisor.',
    'Custom fields': 'Fields that the centre adds to its records.',
  },
  staff: {
    Users: 'The people who work in the centre: invite them, give them roles, let them go.',
    Roles: "What a user may do: the platform's roles and the centre's own.",
    'Single sign-on': "The centre's own identity providers, by which its people sign in.",
    'User sessions': 'Where people are signed in.',
    Passkeys: 'What people sign in with instead of links.',
    Me: 'Who calls, and what they may do.',
  },
  messaging: {
    'Follow-ups':
      'What the platform does by itself about a record, step by step: look, skip, run, cancel.',
    Messages: 'E-mails to guardians and providers, and whether they were sent.',
    'One-time links': 'Pages that people reach from a message, without signing in.',
    Tasks: 'What people of the centre have to do, and the list of it with what follow-ups ask.',
    Feedback: 'What guardians say after an appointment.',
  },
  privacy: {
    'Rights of the person':
      'Export and erasure of what is held about a person, restriction of processing, and who has seen a record.',
    'Break-glass access':
      'Access to a child outside the caseload, for a stated reason, reviewed afterwards.',
  },
  knowledge: {
    'Assistants and knowledge':
      'Assistants that answer questions from documents of the centre, with citations, and nothing that does not stand there.',
  },
  agents: {
    Agents: 'Runs that propose actions with reasons. Nothing is done before a person approves.',
  },
  analytics: {
    Analytics: 'Figures over all locations of a centre, and what each of them counts.',
  },
  webhooks: {
    'Webhook endpoints': 'URLs that receive events, with their secrets, filters and health.',
    Events: 'What has happened, and the types of event that there are.',
    Deliveries: 'What was sent to which endpoint, with every attempt.',
    'Webhook recoveries': 'Events sent again after an outage of an endpoint.',
    'Webhook events': 'What your endpoints receive.',
  },
  platform: {
    Authentication: 'Tokens for API keys (OAuth 2.0), and the keys that verify them.',
    'API keys': 'Key pairs of machines, with their scopes and limits.',
    Audit: 'Every call, and the seals that prove the trail complete.',
    Documents: 'This description, its Postman collection and the changelog.',
    Operations: 'Health of the process.',
    'Version 0': 'Deprecated. Use the successor that each operation names.',
  },
}
