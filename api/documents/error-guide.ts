import { ALTERNATIVE_EXAMPLE } from '#scheduling/availability/nearby-starts.ts'
import { OTHER_GROUP_EXAMPLE } from '#scheduling/group-appointments/offer-other-groups.ts'
import type { ErrorCode } from '#platform/core/errors/errors.ts'
import type { Issue } from '#platform/core/input/issue.ts'
import { exampleId } from '#platform/core/records/ids.ts'

/** What a caller reads about one error code: in the document, at /docs/errors and in docs/errors.md. */
export interface ErrorGuide {
  /** When it is answered. */
  meaning: string
  /** What the caller should do next. */
  action: string
  /** `detail` of the example. */
  detail: string
  errors?: Issue[]
  /** Further members of the example. */
  extra?: Record<string, unknown>
}

/** A guide whose detail says no more than its meaning. */
const inTheWay = (meaning: string, action: string): ErrorGuide => ({
  meaning,
  action,
  detail: `${meaning} ${action}`,
})

/** One entry per code, in the order of the documentation. */
export const ERROR_GUIDE: Record<ErrorCode, ErrorGuide> = {
  validation_failed: {
    meaning:
      'A parameter, a header or a member of the body is missing, unknown, malformed or out of range. Nothing was done.',
    action:
      'Correct what `errors` names by `path`. Send the corrected request; the Idempotency-Key can be the same.',
    detail: 'startsAt: must be ISO 8601 with an offset.',
    errors: [
      {
        path: 'startsAt',
        code: 'invalid_format',
        message: 'must be ISO 8601 with an offset',
      },
    ],
  },
  malformed_http: {
    meaning: 'The request is not well-formed HTTP/1.1, or has no Host header.',
    action: 'Send it with an HTTP library.',
    detail: 'The request is not well-formed HTTP/1.1. Send it with an HTTP library.',
  },
  headers_too_large: {
    meaning: 'The request line and the headers have more than 16 KiB.',
    action: 'Send fewer or shorter headers, and long filters in smaller parts.',
    detail:
      'The request line and the headers have more than 16 KiB. Send fewer or shorter headers.',
  },
  request_timeout: {
    meaning:
      'The request did not arrive in time: its headers within one minute, its body within five.',
    action: 'Send it again, with the same Idempotency-Key where it had one.',
    detail: 'The request did not arrive in time. Send it again, with the same Idempotency-Key.',
  },
  malformed_json: {
    meaning: 'The body is not JSON, or not UTF-8.',
    action: 'Serialize the body with a JSON library.',
    detail: 'The body is not JSON.',
    errors: [{ path: '', code: 'malformed_json', message: 'The body is not JSON.' }],
  },
  body_incomplete: {
    meaning: 'The connection ended before the whole body had come. Nothing was done.',
    action: 'Send the request again, with the same Idempotency-Key where it had one.',
    detail: 'The body ended before it was complete. Send the request again.',
  },
  invalid_cursor: {
    meaning:
      'The cursor belongs to another list, other filters, another sort order or another centre.',
    action: 'Start without a cursor, and keep filters and sort the same from page to page.',
    detail: 'This cursor is not of this list with these filters. Start without one.',
    errors: [{ path: 'cursor', code: 'invalid_cursor', message: 'not a cursor of this list' }],
  },
  invalid_reference: {
    meaning: 'A member of the body names a record that this centre does not have or has archived.',
    action: 'Check the id that `errors` points to. Restore the record if it was archived.',
    detail: 'providerId names no provider of this centre.',
    errors: [{ path: 'providerId', code: 'invalid_reference', message: 'No such provider' }],
  },
  signature_refused: {
    meaning:
      'An event of a payment gateway is not signed by the secret of the account that it is sent to, or was signed more than 5 minutes ago; or there is no such account.',
    action: 'Compare webhookSecret of the payment account with the endpoint at the gateway.',
    detail: 'The account does not know this signature, or it is too old.',
  },
  address_refused: {
    meaning:
      'The URL leads to a private, loopback, link-local or otherwise special address, or is no HTTP URL.',
    action: 'Use a publicly reachable HTTPS URL. An operator can allow ranges for development.',
    detail: 'The URL resolves to an address that webhooks may not be sent to.',
    errors: [{ path: 'url', code: 'address_refused', message: 'is not allowed' }],
  },
  invalid_grant: {
    meaning:
      'The refresh token, or the code of a delegated key, is unknown, expired, already used or revoked. A used refresh token that comes back revokes its whole family; within 30 seconds of its use, while no answer may have arrived, it is answered with the same successor.',
    action: 'Ask for a new token with grant_type=client_credentials.',
    detail: 'The refresh token is not valid. Use client_credentials.',
  },
  invalid_scope: {
    meaning: 'A scope does not exist, or the API key does not have it.',
    action: 'Ask for scopes that the key has, or leave `scope` out to get all of them.',
    detail: 'The key does not have the scope admin.',
  },
  unsupported_grant_type: {
    meaning: 'The token endpoint knows client_credentials and refresh_token only.',
    action: 'Send one of these as `grant_type`.',
    detail: 'grant_type must be client_credentials or refresh_token.',
  },
  invalid_client: {
    meaning:
      'The client id is unknown, its secret is wrong, or the key is revoked or expired: which one is not told.',
    action: 'Check the key pair. Create a new API key if its secret is lost.',
    detail: 'The client id or secret is not valid.',
  },
  unauthenticated: {
    meaning: 'The access token is missing, malformed, expired, revoked or not ours.',
    action: 'Get a new access token from POST /oauth/token and repeat the request.',
    detail: 'Send Authorization: Bearer <access token>. POST /oauth/token issues one.',
  },
  insufficient_scope: {
    meaning: 'The token is valid, but its scopes, or the API key behind it, do not allow this.',
    action: 'Ask for a token with one of the `scopes` named, or use a key that is not narrowed.',
    detail:
      'This needs the permission appointments:write: ask for a token with one of the scopes bookings.',
    extra: { permission: 'appointments:write', scopes: ['bookings'] },
  },
  insufficient_role: {
    meaning:
      'You are signed in, but none of your roles may do this, or it would give somebody more than you may do yourself.',
    action:
      'Ask an administrator of your centre for one of the `roles` named, or to do it for you. `errors` with the code `exceeds_grantor` name the permissions that you would give without having them.',
    detail:
      'This needs the permission orders:write, which your roles do not have: it comes with one of the roles OWNER, ADMINISTRATOR, BILLER.',
    extra: { permission: 'orders:write', roles: ['OWNER', 'ADMINISTRATOR', 'BILLER'] },
  },
  second_person_required: {
    meaning:
      'What one person did takes another to approve, review or undo it, and nobody decides what they themselves may do. An API key is the person who made it. Settlements, payout accounts and erasures take a person who is signed in.',
    action:
      'Have another user of the centre do it, signed in. `actorId` names the caller who cannot.',
    detail: 'Nobody changes their own roles. Ask another user who may.',
    extra: { actorId: 'usr_01m7zavmhde4es2ts9few7fzev' },
  },
  centre_suspended: {
    meaning:
      'The operator of the platform has suspended the centre. Its owners sign in and read; nothing is written, API keys and programs that act for people are refused, and links of guardians wait. Nothing of it is lost.',
    action:
      'Stop calling until it is resumed. An owner finds the reason in `statusReason` of GET /v1/organization and settles it with the operator of the platform.',
    detail:
      'This centre is suspended: its owners can read, nobody can write, and API keys are refused. An owner finds the reason at GET /v1/organization; the operator of the platform resumes it.',
  },
  other_browser: {
    meaning:
      'A sign-in link was followed in another browser than the one that asked for it. The link still works there.',
    action: 'Open the link in the browser that asked, or ask for a new one in this browser.',
    detail: 'This link was asked for in another browser. Open it there, or ask for a new one here.',
  },
  sso_refused: {
    meaning:
      'Somebody came back from an identity provider and was not signed in. Why is in the audit trail of the centre, and is not told here: that would tell who has an account.',
    action:
      'Begin again at /sign-in. If it happens again, ask an administrator of the centre, who finds the reason in its audit trail.',
    detail: 'You were not signed in. Begin again, or ask the administrator of your centre.',
  },
  sso_required: {
    meaning: 'The centre has its users sign in by its identity provider; links are not taken.',
    action: 'Sign in at /sign-in with the address that the centre knows.',
    detail: 'Your centre signs in by its identity provider. Begin at /sign-in.',
  },
  delegation_not_allowed: {
    meaning: 'The centre allows no programs to act for people: `delegatedKeyLongestDays` is 0.',
    action: 'Ask who administers the centre, or use an API key.',
    detail:
      'Your centre allows no programs to act for people. Ask who administers it, or use an API key.',
  },
  passkey_refused: {
    meaning:
      'What a passkey has signed, or a recovery code, was not accepted. The reason is in the audit trail of the centre alone.',
    action:
      'Try once more: each try takes a new challenge. After that, sign in by another way at /sign-in.',
    detail: 'The passkey was not accepted. Try once more, or begin again at /sign-in.',
  },
  second_factor_required: {
    meaning:
      'The organization requires a second factor of who signs in by a link, and this session has not shown one yet. It opens nothing else.',
    action: 'Show a passkey or a recovery code at `url`, or register a first passkey there.',
    detail:
      'Your centre wants a second factor. Show a passkey or a recovery code at /sign-in, or register your first passkey there.',
    extra: { url: 'https://api.example.com/sign-in' },
  },
  step_up_required: {
    meaning:
      'It is long ago that the person who is signed in proved who they are, and this weighs too much for that: signatures, and changes of how people sign in, of rights, of where money or data goes and of what is kept, as `signatureStepUpMinutes` of the organization says, and changes of passkeys after 10 minutes. API keys are never refused by it.',
    action:
      'Send the person to `url`, where a passkey, their identity provider or a link proves it anew. Then send the same request again.',
    detail:
      'This takes a proof of who you are that is not older than 10 minutes. Give it at https://api.example.com/sign-in/step-up, then ask again.',
    extra: { url: 'https://api.example.com/sign-in/step-up', minutes: 10 },
  },
  already_signed_in: inTheWay(
    'The browser has a session already, which a sign-in by an identity provider would end.',
    'Sign out first, or send the id of the session as `endsSession`.',
  ),
  no_passkey: {
    meaning: 'Recovery codes stand in for a passkey, and the person has none.',
    action: 'Register a passkey at /sign-in/passkeys first. The first one comes with codes.',
    detail: 'Recovery codes stand in for a passkey, and you have none. Register one first.',
  },
  cross_site_request: {
    meaning:
      'The request came with a session cookie, but not from a page of the platform, or without the token of the session. Nothing was done.',
    action:
      'Send the X-CSRF-Token that GET /v1/me answers, from a page of the same origin. Programs use an API key.',
    detail: 'Send the X-CSRF-Token that GET /v1/me answers, from a page of this origin.',
  },
  last_owner: {
    meaning: 'The centre would be left without an owner.',
    action: 'Make another active user an owner first.',
    detail: 'This is the last active owner of the centre. Make another user an owner first.',
  },
  role_in_use: {
    meaning:
      'The role cannot be archived while users have it, or show a caseload while users have it who are no provider.',
    action: 'Give the `users` other roles or a `providerId` first.',
    detail: '3 users have this role. Give them other roles first.',
    extra: { users: 3 },
  },
  currency_in_use: {
    meaning:
      'The currency of the organization stays while services, cancellation policies or orders have another one: prices are not converted.',
    action:
      'Give services and cancellation policies the new `currency` first. An organization with orders keeps its currency; single services may have another.',
    detail:
      'There are services, cancellation policies or orders in EUR, and prices are not converted. Move services and policies to USD first; a centre with orders keeps its currency.',
    extra: { currency: 'EUR' },
  },
  agents_off: {
    meaning: 'The organization has switched agents off. Nothing was proposed or approved.',
    action: 'Set `agents` of `/v1/organization` to PROPOSE, or do without.',
    detail: 'Agents are switched off. Set agents of /v1/organization to PROPOSE first.',
  },
  test_centre_required: inTheWay(
    'It shortens what takes its time, and this is no test center.',
    'Wait, decide, or cancel; or try it out in a test center, which the operator makes.',
  ),
  wrong_signer: {
    meaning:
      'A draft is changed and signed by its author alone, and a signature is given by the provider whom it takes: a person signs as the provider that they are, a key that is bound to a provider as that one. Nothing was signed.',
    action:
      'Leave it to the author that `authorId` names, or take the draft over (`/take-over`). The session’s provider signs, the supervisor whom the note names co-signs.',
    detail:
      'The draft is somebody else’s. Take it over first (/take-over), or leave it to its author.',
    extra: { authorId: 'key_01m7zavmhde4es2ts9few7fzev' },
  },
  not_found: {
    meaning:
      'There is no such record, or it belongs to another centre: the answer is the same. Also answered for unknown paths.',
    action: 'Check the id, and that the key is of the right centre.',
    detail: 'No such appointment. Check the id and the centre of your key.',
  },
  method_not_allowed: {
    meaning: 'The path exists, but not with this method.',
    action: 'Use one of the methods in `allowed` and in the Allow header.',
    detail: 'This path takes GET, POST.',
    extra: { allowed: ['GET', 'POST'] },
  },
  slot_taken: {
    meaning: 'The provider, the room or the child is not free at that time, buffers included.',
    action:
      'Choose one of `alternatives`, which were free just now, or another provider or room. `resource` says which one is taken. Of a place in a group, `alternatives` are other groups, by `groupId`.',
    detail: 'The provider is not free at that time. Choose another time.',
    extra: { resource: 'provider', alternatives: [ALTERNATIVE_EXAMPLE] },
  },
  group_full: {
    meaning:
      'Every place of the group appointment is taken, or the group was cancelled meanwhile. Nothing was booked.',
    action:
      'Join one of `alternatives`: groups of the service that have a place. Or wait for a place: `POST /v1/group-appointments/{id}/waitlist-entries`.',
    detail: 'Every place of the group is taken. Choose another group or time.',
    extra: { alternatives: [OTHER_GROUP_EXAMPLE] },
  },
  slot_unavailable: {
    meaning:
      'The time is free, but the centre does not offer it: outside of hours, closed, time off, beyond the horizon, off the grid of starts, over the daily cap, or with a provider who is not approved or is suspended.',
    action:
      'Choose one of `alternatives`. `blocks` says what stands against the time; who has the permission booking-overrides:write may name those rules in `override`.',
    detail: 'The centre does not offer this time: outside_hours.',
    extra: {
      blocks: ['outside_hours'],
      alternatives: [ALTERNATIVE_EXAMPLE],
    },
  },
  hold_expired: {
    meaning: 'The hold ended before it was booked. Its slot is free for everybody again.',
    action: 'Hold or book one of `alternatives`, which were free just now.',
    detail: 'The hold ended. Choose another time, or hold this one again if it is still free.',
    extra: {
      alternatives: [ALTERNATIVE_EXAMPLE],
    },
  },
  invalid_transition: {
    meaning: 'The record is in a state that does not allow this verb.',
    action: 'Read the record again; `allowed` lists the verbs that its state allows.',
    detail: "An appointment that is COMPLETED does not allow 'cancel'.",
    extra: { status: 'COMPLETED', allowed: ['undo'] },
  },
  already_exists: {
    meaning: 'Another record already has a value that must be unique.',
    action: 'Use the existing record, or choose another value for the member in `errors`.',
    detail: 'A service with this code exists. Choose another code or patch that one.',
    errors: [{ path: 'code', code: 'already_exists', message: 'A service with this code exists.' }],
  },
  hold_booked: inTheWay(
    'The hold was booked before.',
    'Read its appointment; hold another slot for another booking.',
  ),
  start_passed: inTheWay(
    'What was to be confirmed begins in the past.',
    'Book it for a time to come.',
  ),
  nothing_to_confirm: inTheWay(
    'None of these occurrences waits for a confirmation.',
    'Read the occurrences again and name one that does.',
  ),
  occurrence_closed: inTheWay(
    'The occurrence has begun, is over or is cancelled.',
    'Choose one that is still to come.',
  ),
  series_over: inTheWay('Nothing of the series is still to come.', 'Create another series.'),
  place_free: inTheWay(
    'A place of the group is free: nobody has to wait.',
    'Take it (POST /v1/group-appointments/{id}/attendees).',
  ),
  already_waiting: inTheWay(
    'The child stands on the waitlist of the group.',
    'Read the entries of the group; nothing else is needed.',
  ),
  group_closed: inTheWay('The group was cancelled or has begun.', 'Choose another group.'),
  group_under_way: inTheWay(
    'Children have been seen in the group: it takes place, or took place.',
    'Leave the group as it is; correct single attendees instead.',
  ),
  nothing_to_charge: inTheWay(
    'No fee is proposed for the appointment.',
    'Read the appointment again: `fee` says what was decided.',
  ),
  nothing_to_waive: inTheWay(
    'No fee is charged or proposed for the appointment.',
    'Read the appointment again: `fee` says what was decided.',
  ),
  fee_paid: inTheWay(
    'The fee is paid by the payment that `paymentId` names.',
    'Refund it first, all of it; once the refund has succeeded, try again.',
  ),
  appointment_paid: inTheWay(
    'The appointment is paid by the payment that `paymentId` names.',
    'Refund it first, all of it; once the refund has succeeded, try again.',
  ),
  payment_in_flight: inTheWay(
    'A payment of the order is being captured.',
    'Wait for its result, then decide again.',
  ),
  order_invoiced: inTheWay(
    'An invoice claims the order: one that was issued when you cancel it, any when you invoice it.',
    'Credit that invoice, or discard it while it is a draft; then try again.',
  ),
  order_not_invoiceable: inTheWay(
    'The order is cancelled or refunded: `orderId` names it.',
    'Leave it out. Discard a draft that has it, and make another.',
  ),
  invoice_not_issued: inTheWay(
    'The invoice is a draft, was discarded, or is a credit note, which is not credited itself.',
    'Issue a draft first.',
  ),
  nothing_to_credit: inTheWay(
    'The orders are not on the invoice, or a credit note took them off already.',
    'Read its `orders`, and name those without `creditNoteId`.',
  ),
  appointment_covered: inTheWay(
    'The appointment used a session of a package, which is paid for: `packageId` names it.',
    'Charge nothing. Undo the completion first, if the session is to be paid by itself.',
  ),
  discount_code_refused: inTheWay(
    'The code takes nothing off this order: `reason` says why, such as USED_UP or NO_LONGER_VALID.',
    'Leave the code out, or use another one.',
  ),
  credit_exceeded: inTheWay(
    'The credit balance has less than that: `balance` says how much.',
    'Take what is left, and pay the rest another way.',
  ),
  package_in_use: inTheWay(
    'Sessions that the order bought were used: `packageId` names the package.',
    'Refund the order once it is paid, or write its invoice off: what is left goes then.',
  ),
  no_paid_sessions: inTheWay(
    'No session of the child took place in the period that the client has paid.',
    'Check `clientId` and the period: `GET /v1/orders?childId=…&status=PAID` has what is paid.',
  ),
  nothing_to_write_off: inTheWay(
    'The invoice is paid, credited or written off, or was never issued.',
    'Read its `amountDue`.',
  ),
  e_invoice_incomplete: inTheWay(
    'EN 16931 asks for more than the invoice has, such as the address of the payer; `eInvoiceObstacle` says what.',
    'Use the PDF. Or correct what is named, credit the invoice, and issue another.',
  ),
  payment_exceeds_order: inTheWay(
    'Less than that is left to pay of the order: `outstanding` says how much. What is being paid counts.',
    'Pay that, or less.',
  ),
  order_paid_in_part: inTheWay(
    'The payment that `paymentId` names has paid a part of the order.',
    'Refund it, then cancel the order.',
  ),
  refund_exceeds_payment: inTheWay(
    'Less than that is left of the payment: `refundable` says how much.',
    'Refund that, or less.',
  ),
  payment_disputed: inTheWay(
    'A bank asks the payment that `paymentId` names back.',
    'Wait until the dispute is over: GET /v1/disputes?paymentId=… says how it stands.',
  ),
  dispute_not_answerable: inTheWay(
    'The dispute is answered already, it is too late, or the bank only inquires and there is nothing to accept.',
    'Read the dispute again: `response` and `dueAt` say it. Refund the payment to end an inquiry.',
  ),
  payout_account_not_payable: inTheWay(
    'The provider has no verified payout account, or one that is new (`payableAt` says from when on it is paid to), or an IBAN where Stripe pays.',
    'Create an account and have another person verify it, or approve the settlement later.',
  ),
  settlement_in_progress: inTheWay(
    'A settlement of the provider in this currency is not over: `settlementId` names it.',
    'Approve or cancel it, or wait for its payout; then make another.',
  ),
  payment_already_settled: inTheWay(
    'A payment is in another settlement already.',
    'Leave it out, or preview the settlement again.',
  ),
  nothing_to_settle: inTheWay(
    'All payments of it are settled, and no refund is left to reverse.',
    'Settle another period.',
  ),
  split_terms_missing: inTheWay(
    'No split terms hold for the payment that `paymentId` names.',
    'Create them, then make the settlement again.',
  ),
  payment_settled: inTheWay(
    'The payment or refund ended, and the gateway now says otherwise.',
    'Tell the operators: the books of the gateway and of the platform differ.',
  ),
  payments_not_accepted: inTheWay(
    'The centre has no payment account, and the deployment no sandbox; or the sandbox that took a payment is gone.',
    'Connect one: POST /v1/payment-accounts. Cash, bank transfers and what insurers pay are recorded without.',
  ),
  event_of_another_account: inTheWay(
    'An event of a gateway is of another account, or of the other mode (test or live).',
    'Send it to the payment account that it is of; or correct its gatewayAccountId.',
  ),
  sandbox_not_allowed: inTheWay(
    'The sandbox captures no money, and this is no test center.',
    'Connect an account at Stripe; or ask the operator for a test center.',
  ),
  nothing_to_pay: inTheWay('The order comes to 0.', 'Leave it as it is: it needs no payment.'),
  appointment_not_chargeable: inTheWay(
    'The appointment did not take place and is not charged.',
    'Read it again. For anything else make an order by childId and lines.',
  ),
  appointments_overlap: inTheWay(
    'Both records have appointments at the same time.',
    'Cancel or move one of each pair that `appointments` names, then merge.',
  ),
  milestone_not_recorded: inTheWay(
    'No such milestone of that day is on record.',
    'Read the program: `milestones` lists what is.',
  ),
  delays_overlap: inTheWay(
    'Another documented delay covers some of these days.',
    'End that one first, or choose other days.',
  ),
  no_open_delay: inTheWay(
    'No delay of the program lasts at the moment.',
    'Read the program: `delays` lists them.',
  ),
  program_running: inTheWay(
    'The child has a program that is running, or both records that are merged have one.',
    'Close one of them, then reopen the other, or merge.',
  ),
  authorization_overlaps: inTheWay(
    'The child has an authorization for this service on some of these days.',
    'Change or close that one first.',
  ),
  trail_altered: inTheWay(
    'The seals of the audit trail do not continue what was sealed before. Nothing was sealed.',
    'Run `therapy audit verify` and compare with a backup.',
  ),
  upload_too_slow: inTheWay(
    'Storing the file took longer than its record is kept open.',
    'Send it again.',
  ),
  api_key_revoked: inTheWay('The API key was revoked, which is final.', 'Create another one.'),
  record_altered: inTheWay(
    'A record and its signatures say different things: somebody changed the database.',
    'Read its verification, and restore it from a backup.',
  ),
  note_empty: inTheWay('The note has no text.', 'Write at least one section, then sign it.'),
  note_incomplete: inTheWay(
    'The template of the note requires the sections that `missing` lists.',
    'Write them, then sign the note.',
  ),
  note_signed: inTheWay(
    'A note about the session is signed, so that what it states stays.',
    'Add an addendum to the note.',
  ),
  form_not_published: inTheWay(
    'The form template was never published.',
    'Publish it, then ask for it.',
  ),
  plan_not_published: inTheWay(
    'The onboarding plan was never published.',
    'Publish it, then onboard by it.',
  ),
  onboarding_running: inTheWay(
    'An onboarding of the same provider, or with the same e-mail address, is running: `onboardingId`.',
    'Go on with that one, or end it first.',
  ),
  lead_incomplete: inTheWay(
    'Something has to be known of the family first: `missing`.',
    'Ask the family, or record it (PATCH /v1/leads/{id}).',
  ),
  lead_offered: inTheWay(
    'The lead is offered to a provider, or a provider has accepted it: `offerId`.',
    'Wait for the answer, convert the lead, or withdraw the offer.',
  ),
  nobody_to_ask: inTheWay(
    'Everybody of the match was asked.',
    'Match the lead again, or name a provider.',
  ),
  record_archived: inTheWay('The record is archived.', 'Restore it first.'),
  license_expired: inTheWay(
    'The license expired on `expiresOn`: it cannot be verified.',
    'When it was renewed, patch expiresOn, then verify it.',
  ),
  license_not_checkable: inTheWay(
    'No registry can be asked about the license: there is none, it knows no such state, or the provider has no identifier.',
    'Verify it yourself, or give the provider their npi.',
  ),
  domain_not_proved: inTheWay(
    'The TXT record that proves the domain was not found.',
    'Add the record that `domains` of the connection shows, wait until the name servers have it, then ask again.',
  ),
  license_not_verified: inTheWay(
    'Nobody has verified the license `licenseId` of an onboarding as it stands, or a registry contradicted it.',
    'Verify the license, then accept the item; or return the item, so that the applicant corrects it.',
  ),
  nothing_to_publish: inTheWay(
    'The template says what its last version says.',
    'Change it before you publish it.',
  ),
  person_erased: inTheWay('The person whom it is about is erased.', 'Nothing: it does not go on.'),
  message_not_kept: inTheWay(
    'What a message said is not kept once it was sent.',
    'Let its step send a new one.',
  ),
  message_undeliverable: inTheWay(
    'The message would reach nobody.',
    'Correct what `detail` names, then send it again.',
  ),
  endpoint_inactive: inTheWay(
    'The endpoint is disabled or deleted: nothing is sent to it.',
    'Resume it, or register another one.',
  ),
  too_many_secrets: inTheWay(
    'As many secrets sign already as can.',
    'Wait until one expires, or end those before with overlapHours 0.',
  ),
  retention_applies: inTheWay(
    'What is left after an erasure is kept by law only.',
    'Wait: it ends with that time, not by hand.',
  ),
  erasure_blocked: inTheWay(
    'Something of the person is still to happen, to be paid or to be signed.',
    'End what `blockers` names, then ask again.',
  ),
  erasure_open: inTheWay(
    'An erasure of this person is open.',
    'Cancel it before it begins, or leave the person as they are.',
  ),
  in_caseload: inTheWay(
    'The provider sees the child without breaking the glass.',
    'Just go ahead.',
  ),
  provider_has_appointments: inTheWay(
    'The provider has appointments to come, as many as `appointments` says.',
    'Move or cancel them first.',
  ),
  too_many_custom_fields: inTheWay(
    'The centre has as many custom fields as it can have.',
    'Archive one first.',
  ),
  child_merged: {
    meaning:
      'The child was registered twice and merged into another record, which has its appointments, sessions and goals now.',
    action: 'Use the record that `mergedIntoId` names. Within 30 days the merge can be reversed.',
    detail: 'The child was merged into chd_01m7zavmhde4es2ts9few7fzev. Use that record.',
    extra: { mergedIntoId: 'chd_01m7zavmhde4es2ts9few7fzev' },
  },
  processing_restricted: {
    meaning:
      'The processing of a person’s data is restricted (Art. 18 GDPR), and what was asked for would change or use it. Nothing was done.',
    action:
      'Leave the record as it is. What runs can be ended: appointments cancelled, consents revoked. Otherwise a key of the centre lifts the restriction that `restrictionId` names.',
    detail:
      'Processing of the data of chd_01m7zavmhde4es2ts9few7fzev is restricted: it is kept as it is. Lift rst_01m7zavmhde4es2ts9few7fzev first, or end what runs.',
    extra: {
      personId: exampleId('child'),
      restrictionId: exampleId('processingRestriction'),
    },
  },
  consent_missing: {
    meaning:
      'A service, or a step of early intervention, needs consents that the child does not have, or did not have at the time that it is for. Nothing was done.',
    action:
      'Ask a legal guardian for the consents that `missing` lists, record them (POST /v1/consents) with the day on which they were given, and send the request again.',
    detail: 'The service needs consent to TREATMENT. Record it, then book again.',
    extra: { missing: ['TREATMENT'] },
  },
  file_refused: {
    meaning:
      'The bytes are empty, not of the type that was announced (`content_mismatch`), or have malware in them. Nothing was kept.',
    action:
      'Announce the type that the file has, or send another file. The link can be used again until it expires.',
    detail: 'The file is image/png, not application/pdf.',
    errors: [
      { path: 'file', code: 'content_mismatch', message: 'is image/png, not application/pdf' },
    ],
  },
  file_missing: {
    meaning:
      'The record of the file is there, its bytes are not in the file store. The operators of the platform are alerted.',
    action: 'Send the file again as a new attachment if you have it, or ask the operators.',
    detail:
      'The record is there, its bytes are not. The operators of the platform are alerted; upload the file again as a new attachment if you have it.',
  },
  precondition_failed: {
    meaning: 'The record has changed since the version in If-Match.',
    action: 'Read the record again, repeat your change on it and send its new ETag.',
    detail: 'The record is at version 4, not 3. Read it again and repeat your change.',
    extra: { version: 4 },
  },
  idempotency_in_progress: {
    meaning: 'A request with the same Idempotency-Key is still running.',
    action: 'Wait for the seconds in Retry-After and send the same request again.',
    detail: 'A request with this Idempotency-Key is still running.',
  },
  idempotency_mismatch: {
    meaning: 'The Idempotency-Key was used for another method, path, query or body.',
    action: 'Send a new request with a new Idempotency-Key; repeat a request byte for byte.',
    detail:
      'This Idempotency-Key was used for another method, path or body. Use a new Idempotency-Key for a new request.',
  },
  version_sunset: inTheWay(
    'This version of the operation has been shut down.',
    'Use the successor, which the Link header names.',
  ),
  link_revoked: inTheWay(
    'The API key that asked for the link was revoked or has expired, or the calendar feed was revoked.',
    'Ask for another link, with an API key that is valid.',
  ),
  export_expired: inTheWay('The archive of the export is deleted.', 'Ask for another export.'),
  link_used: {
    meaning: 'What the one-time link asks was answered. A link takes one answer.',
    action: 'Nothing: the first answer counts. Ask the centre for a new link to answer otherwise.',
    detail: 'This link was answered already. It takes one answer.',
  },
  link_expired: {
    meaning: 'The one-time link was not answered in time, or its recipient is not asked any more.',
    action: 'Ask the centre for a new one.',
    detail: 'This link has expired. Ask the centre for a new one.',
  },
  payload_too_large: {
    meaning: 'The body is larger than 1 MiB, or a file than 25 MiB.',
    action: 'Send less at once.',
    detail: 'The body is larger than 1048576 bytes. Send less at once.',
  },
  unsupported_media_type: {
    meaning: 'The body is not declared as JSON.',
    action: 'Send Content-Type: application/json.',
    detail: 'Send the body as Content-Type: application/json.',
  },
  rate_limited: {
    meaning:
      'The key, its centre, or without a token the address, has used up its requests of this minute.',
    action: 'Wait for the seconds in Retry-After, then retry with jitter.',
    detail: 'More than 600 requests a minute. Wait, and add jitter.',
  },
  ai_budget_exhausted: {
    meaning:
      'The language model has used its tokens or its cost of this day (UTC), or its calls of this minute. It was not asked.',
    action:
      'Wait for the seconds in Retry-After, or raise the budget that `budget` names (PATCH /v1/ai/models/{id}).',
    detail:
      'The model House model has used its budget (TOKENS_PER_DAY). Wait, or raise it by PATCH /v1/ai/models/{id}.',
    extra: { modelId: exampleId('aiModel'), budget: 'TOKENS_PER_DAY' },
  },
  internal_error: {
    meaning: 'Something went wrong on our side. Nothing was done.',
    action:
      'Retry with the same Idempotency-Key. If it stays, tell support the `requestId`: it is in our logs.',
    detail: 'The request was not carried out. Retry it with the same Idempotency-Key.',
  },
  identity_provider_unavailable: {
    meaning:
      "The centre's identity provider does not answer, or not as one does. Sessions that are open go on.",
    action: 'Try once more in a minute. API keys and sessions that are open are not affected.',
    detail: 'The identity provider of your centre does not answer. Try once more in a minute.',
  },
  service_unavailable: {
    meaning:
      'The database is not reachable just now, too busy or out of a resource, other requests are changing the same records, or the malware scanner gives no verdict on an upload. Nothing was done.',
    action: 'Wait for the seconds in Retry-After and retry with the same Idempotency-Key.',
    detail:
      'The database is not reachable just now. Nothing was done. Retry with the same Idempotency-Key.',
  },
  timed_out: {
    meaning:
      'The work took longer than the platform gives it, so it was stopped. Nothing was done.',
    action:
      'Ask for less at once, such as a shorter period or fewer records. Otherwise wait for the seconds in Retry-After and retry with the same Idempotency-Key.',
    detail:
      'The work took longer than the 15 seconds that one step of it may take. Ask for less at once, such as a shorter period or fewer records. Nothing was done. Retry with the same Idempotency-Key.',
  },
}
