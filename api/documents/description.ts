/** The head of the OpenAPI document: what a newcomer must know before the first call. */
export const DESCRIPTION = `REST API and signed webhooks for therapy centres: appointments, people, sessions, orders, payments.

## Authentication
1. Send the client id and secret of an API key to \`POST /oauth/token\` with \`grant_type=client_credentials\`.
2. Send the answer's \`access_token\` as \`Authorization: Bearer …\` with every call. It lives 15 minutes.
3. Renew it with \`grant_type=refresh_token\`. Each refresh token works once; the next comes with the answer.

Each operation names the scopes of which any one suffices. A bare scope reads and writes, \`.read\` reads.
An API key can be narrowed further to resource types and HTTP methods.

## Idempotency
Send an \`Idempotency-Key\` (1 to 255 visible characters, such as a UUID) with every write. For 24 hours the same key
with the same request is answered with the same status and body, and \`Idempotent-Replayed: true\`; with another
request it is refused (\`idempotency_mismatch\`). Nothing is stored for a 5xx: retry it with the same key.

## Lists
\`{data, nextCursor, hasMore}\`, newest first. \`limit\` is 25 unless you say otherwise, at most 100. Pass \`nextCursor\`
as \`cursor\` for the next page, with the same filters and sort. Ranges are half-open: \`startsAt[gte]=…&startsAt[lt]=…\`.
Parameters that are not documented are refused.

## Changes
\`PATCH\` takes a JSON merge patch (RFC 7396): members that are absent stay, \`null\` removes. Send the record's \`ETag\` as
\`If-Match\` to be refused (\`precondition_failed\`) when somebody else changed it meanwhile. States are changed by verbs,
such as \`POST /v1/appointments/{id}/cancel\`.

## Errors
\`application/problem+json\` (RFC 9457) with a stable \`code\`, the \`requestId\`, and \`errors\` of \`{path, code, message}\`
for what is wrong with the input. Each operation lists its codes; \`/docs/errors\` explains all of them.
Another tenant's id is answered like an unknown one.

## Rate limits
600 requests a minute per API key and 6,000 for all keys of a centre together (per address without a key), over all
instances; operators can set other figures. The headers are those of the limit that leaves you less. Every response tells where you
stand: \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\`, \`X-RateLimit-Reset\` (Unix seconds) and the IETF's \`RateLimit\`
and \`RateLimit-Policy\`. A 429 brings \`Retry-After\`: wait, and add jitter.

## Webhooks
Events are sent by POST as \`{id, type, createdAt, data}\` to the endpoints of \`/v1/webhook-endpoints\`. Verify
\`X-Service-Signature: t=<unix>,v1=<hex>,v2=…\` before you trust one: \`v1\` is the HMAC-SHA-256 of \`<t>.<raw body>\`
with the whole \`whsec_…\` secret as key, and several \`v1\` stand there while a secret is rotated. Refuse a \`t\` older
than five minutes. The \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` of Standard Webhooks are sent too.
Answer 2xx within 15 seconds. Anything else is retried for up to 24 hours, so an event can arrive twice or out of
order: its \`id\` stays the same. An endpoint whose every attempt fails for five days is disabled; so is one that answers
410. What it missed, \`POST /v1/webhook-endpoints/{id}/recover\` delivers once it is resumed.

## Values
Instants are ISO 8601 with an offset: \`startsAt\` has its location's, record times end in \`Z\`. Amounts are integers in
the minor unit of their currency. Ids have a prefix that says what they name, such as \`apt_\`.
`

/** What each group of operations is about; a tag that is not here stands without words. */
export const TAGS: Record<string, string> = {
  Authentication: 'Tokens for API keys (OAuth 2.0).',
  'API keys': 'Key pairs, their scopes and their narrowing.',
  Appointments: 'Bookings and what becomes of them.',
  'Appointment imports':
    'Appointments of another system from CSV or iCalendar: rehearsed row by row, then written, and undone when they were wrong.',
  Series: 'Appointments that come again every week or every few, and what became of each.',
  Availability: 'When what can be booked with whom, and why not.',
  'Group appointments':
    'One provider and one room for several children. Each place is an appointment of its child; who waits moves up.',
  Holds: 'Slots that are taken for some minutes, until they are booked.',
  Waitlist: 'Who waits for what, and the slots that they are offered.',
  Schedules: 'When providers work: weekly hours, closed days and extra hours.',
  'Time off': 'Absences of providers, and whom they affect.',
  Calendar: 'A week or a month of providers and rooms.',
  Closures: 'Days on which a location or the centre is closed.',
  'Calendar feeds': 'What calendar programs subscribe to, by an address that is a secret.',
  'Reminder policies': 'Who is reminded when, how, and in which language.',
  'Follow-ups': 'What the platform has done and will do by itself about a record.',
  Messages: 'What is told to people by e-mail, and whether it reached them.',
  Assessments:
    'Instruments that the centre defines, schedules per child, what is due and overdue, results with norm scores by age and their trend.',
  AI: 'What the records of a child say, each statement with its numbers.',
  Agents: 'Who is to be called in, with reasons; runs that propose, and do what somebody approved.',
  'Treatment cycles':
    'What payers authorized for a child and a period, how much of it is used, warnings at 80 % and 90 %, and renewal.',
  'Early intervention':
    'Programs by statutory clocks, check-ins with guardians, and what is at risk of being late.',
  Feedback: 'What guardians said after an appointment.',
  'One-time links': 'Pages that people reach from a message, without a login.',
  Locations: 'Where a centre works, each in its time zone.',
  Rooms: 'What a location has to book.',
  Services: 'What a centre offers: duration, buffers, price.',
  'Cancellation policies': 'What late cancellations and no-shows cost.',
  Clients: 'Families and other payers, with the custom fields of the centre.',
  'Custom fields': 'Definitions of what a centre keeps beyond the standard fields.',
  Pets: 'Therapy animals and pets on a client’s record.',
  Children: 'The children in care.',
  'Child records': 'The chart before a visit; the whole record, to hand over.',
  Attachments: 'Files of a child, sent and fetched by short-lived links.',
  Consents: 'What a child’s guardians have agreed to, until when.',
  'Care teams': 'Who cares for a child; a key that is bound to a provider sees its caseload alone.',
  'Break-glass access':
    'A child outside the caseload, opened for a reason and for hours, and reviewed afterwards.',
  'Rights of the person': 'What is held about somebody, to take away; who has seen it.',
  Guardianships: 'Who is responsible for a child.',
  Providers: 'Therapists.',
  Sessions: 'What took place.',
  Forms: 'What is asked of guardians, in versions, and what they answered, scored and signed.',
  Notes: 'SOAP notes of sessions: drafts, signatures, addenda, and the proof of them.',
  'Note templates': 'Forms for the notes of a discipline.',
  Goals: 'What a child is to reach, what was measured, and what that shows.',
  Supervisions: 'Whose notes need a second signature.',
  Orders: 'What is to be paid.',
  Payments: 'What was paid.',
  'Webhook endpoints': 'Where events are sent.',
  'Webhook recoveries': 'What an endpoint missed, delivered again.',
  Events: 'What happened.',
  Deliveries: 'What was sent to whom, and every attempt.',
  Audit: 'Every call, and the seals that prove the trail whole.',
  'Version 0': 'Deprecated. Use the successor that each operation names.',
  Documents: 'This description, its collection, the changelog.',
  Operations: 'Health of the process.',
  'Webhook events': 'What your endpoints receive.',
}
