/** The sections of a release in the order of the page, each with what its lines say. */
export const SECTIONS = {
  added: 'What a caller can do since then, a sentence each.',
  changed: 'What a caller may have to adapt to, a sentence each.',
  fixed: 'What was wrong before, a sentence each.',
  improved: 'What works better since then, a sentence each.',
} as const

type Section = keyof typeof SECTIONS

/** One release of the API, by semantic versioning. */
export interface Release extends Partial<Record<Section, readonly string[]>> {
  version: string
}

const sections = Object.keys(SECTIONS) as Section[]

/** The newest first. `GET /v1/changelog` and docs/changelog.md both come from here. */
export const CHANGELOG: readonly Release[] = [
  {
    version: '2.20.0',
    fixed: [
      'The worker reads AI_MODEL_HOSTS and AI_MODEL_RANGES, so agents reach language models.',
    ],
  },
  {
    version: '2.19.0',
    added: [
      'Settlements keep a part back: reserve of split terms (a percentage, for days), holdBack of createSettlement with a reason. GET /v1/marketplace/reserves has what is held, due and released, POST /v1/marketplace/reserves/{id}/release makes it due earlier; withheld and released of a settlement. Split terms have tiers by what was captured in the month. Statements of settlements as PDF (GET /v1/marketplace/settlements/{id}/statement.pdf), and by e-mail to the provider (template settlement.statement).',
      'Disputes (/v1/disputes): payments that payers have their banks ask back, from signed events of the gateway. What the bank takes, its fee and what comes back are posted to the ledger (DISPUTED_FUNDS, DISPUTE_LOSS, DISPUTE_FEES); a disputed payment is not refunded and not settled, and what is lost is reversed in settlements (disputeId of a line). Due dates are a durable follow-up (kind DISPUTE_RESPONSE). amountDisputed and amountChargedBack of a payment; events payment.disputed, .dispute_won and .dispute_lost; code payment_disputed. Disputes are answered by evidence (POST /v1/disputes/{id}/evidence: texts and invoices) or accepted (…/accept); code dispute_not_answerable.',
      'Credit balances (/v1/credit-balances): a refund is given as credit (method CREDIT of createRefund), clients and payers pay in advance, orders are paid with credit (paymentMethod CREDIT), and what is left is paid out as money (/v1/credit-payouts, also with dryRun). Movements, also as CSV; ledger account CREDIT_PAYABLE. Events credit.granted, .prepaid, .used, .paid_out and .payout_failed; code credit_exceeded.',
      'A price that is not known is null, and 0 is free: amount of a service can be null, or be left out of createService; then bookings, holds and offers have neither amount nor currency. The fee of a cancellation or no-show that is a share of such a price has the amount null and is not charged.',
      'Payout accounts (/v1/payout-accounts): where a provider is paid, by an IBAN or an account at the gateway, kept encrypted. Another person verifies or rejects it; one that follows another is paid to after payoutCoolingOffDays of the organization, and the provider is told of each change. Settlements are approved for a provider with a verified account; code payout_account_not_payable. Events payout_account.created and .updated.',
      'One payment of several orders: allocations of createPayment, with an amount for each order of one payer and currency. They are captured at once and have a payment each (capturedWithId, also a filter of listPayments), which is refunded, settled and disputed by itself.',
      'Reports are mailed on a schedule: the query location_figures of agents and their action mail_figures ask for metrics of the last whole days, weeks, months or quarters, and GET /v1/agent-templates has weekly_report. Only users who may ask for the same figures get them.',
      'What the models of a run of an agent may use is bounded by limits.tokensPerRun and limits.costPerRun of its definition, and limits.cost of an AGENT node; then the node fails with run_budget_exhausted.',
      'What was paid for an appointment that is called off goes back by itself, less the fee: prepaid of a cancellation policy says whether as money (REFUND), as credit (CREDIT) or as a person decides (DECIDE). It is a durable follow-up (kind APPOINTMENT_CANCELLATION) whose lines, with amounts, a dry run of the cancellation shows beforehand (consequences). A fee that is paid is refunded when it is waived or undone (refundFee).',
      'A refund that a bank sends back after it had succeeded is FAILED (payment.refund_failed), and its order PAID again; ledger transactions REFUND_RETURNED. What a settlement had taken back for it, the next one gives again (restorations; event settlement.restored). Fixed amounts and minimums of split terms count once for an order that is paid in parts.',
      'Settlements of a centre whose payment account is at Stripe are paid by it: transfers to accounts of Stripe Connect (gatewayAccountId of a payout account), and payouts from there. paymentAccountId of a settlement; approveSettlement answers sandbox_not_allowed too, and createCreditPayout refuses PAYOUT_ACCOUNT there (payments_not_accepted).',
      'Labels (/v1/labels), by which a center sorts children: labelIds of a child, labelId of GET /v1/children, labels of the whole record of a child, and the actions add_label and remove_label of agents.',
    ],
    changed: [
      'createSettlement no longer takes payoutAccountId: the account of the provider is used, and payoutAccountId of a settlement names it.',
    ],
  },
  {
    version: '2.18.0',
    added: [
      'Agents are started by messages to an address of their own (trigger WEBHOOK, POST /v1/agents/{id}/rotate-webhook-url) and by follow-ups that ask for a person (trigger ATTENTION, event follow_up.action_required); they search documents (RETRIEVE) and wait for events (WAIT with eventType, onTimeout).',
      'A run that failed or was cancelled is retried from a node, with what came before kept (POST /v1/agent-runs/{id}/retry). A preview carries out one node alone, and has language models answer where askModels is true.',
      'GET /v1/agent-templates has agents to begin with: the six kinds of follow-ups, and recall of assessments, also worded by a language model. Agents are exported and imported as JSON (GET /v1/agents/{id}/export, POST /v1/agents/import).',
      'Runs of agents and their steps have usage: how long they took, calls and tokens of language models, and what they cost; runId of model calls. What agents do for a child is in its timeline (kind AGENT).',
      'An agent whose runs fail in a row is paused by itself (limits.pauseAfterFailures, 5 by default), with a task for the administrators; pauseReason and failuresInARow of an agent, event agent.paused.',
      'agentTokensPerDay of the organization bounds what language models use for all configured agents on one day; their nodes then fail with agent_budget_exhausted.',
      'Recommendations are dismissed with a reason (POST /v1/ai/recommendations/dismiss), for good or until a time: they are not repeated until what they rest on changes. /v1/ai/recommendation-dismissals has them, with undo. Scope ai.write.',
      'The action emit_event of agents takes an endpointId: the event goes to that webhook endpoint alone, whatever it subscribes to.',
      'GET /v1/ai/children/{id}/insights has a summary in words, by rules, whose numbers are those of the insights.',
      'Payers (/v1/payers): clients, insurers, schools and state programs, with their terms. Orders, guardianships and treatment cycles name them by payerId; what cycles named in words has become payers. Ledger accounts of payers. Events payer.created, .updated, .archived and .restored.',
      'Orders need no child where a payer is named: childId can be null. Their lines have a kind, a discount (percent or amount), a taxRate or a taxExemption; GET /v1/orders?totals=true sums what is found, by currency. Taxes are posted to TAX_PAYABLE.',
      'Legal entities (/v1/legal-entities) issue invoices (/v1/invoices): drafted from orders, previewed with dryRun, numbered without a gap by legal entity and year, due by the terms of the payer. An issued invoice cannot be changed; credit notes take it back, in part too, also when an appointment is called off. As PDF/A-3 with the e-invoice of EN 16931 embedded (Factur-X, ZUGFeRD). Events invoice.issued and .credited; codes order_invoiced, order_not_invoiceable, invoice_not_issued, nothing_to_credit and e_invoice_incomplete.',
      'Payment accounts (/v1/payment-accounts): a center is paid by its own account at Stripe, or in test centers by a sandbox; keys are kept encrypted. Payments by SEPA_DEBIT; CASH, BANK_TRANSFER and INSURER are recorded with a reference and settled at once, as are their refunds. A payer who has to authenticate: status REQUIRES_ACTION with nextAction, returnUrl of createPayment, event payment.requires_action. paymentAccountId of a payment, code sandbox_not_allowed.',
      'Stripe sends its events to the webhookPath of the payment account: signatures are verified, and what is duplicated, late or out of order has one outcome. Codes signature_refused and event_of_another_account.',
      'Orders are paid in parts: amount of createPayment, such as a deposit; amountPaid and amountOutstanding of an order, and amountDue of its invoice follow. Codes payment_exceeds_order and order_paid_in_part.',
      'Statements of payers and clients (GET /v1/payers/{id}/statement, /v1/clients/{id}/statement): movements of a period between opening and closing balance, from the ledger, and what is to be paid now; as PDF and CSV too.',
      'Superbills (/v1/superbills) have the sessions that a family paid, with service codes (billingCode of a service), diagnoses of ICD-10, identifiers of the providers, units and charges, for its insurer; as PDF too. Code no_paid_sessions.',
      'Discount codes (/v1/discount-codes): a percentage or an amount, for services, between days, with limits in all and for each client that hold under concurrency. Orders name one by discountCode and show discountCodeId; a cancelled order releases its use. Code discount_code_refused.',
      'Packages of sessions (/v1/session-packages): a line of an order of the kind PACKAGE buys sessions of a service, with an end (package: sessions, validMonths). An appointment that takes place uses one and is not charged; it is returned when that is undone. What is left expires by a durable follow-up (kind PACKAGE_EXPIRY), goes with the order, and is transferred to a sibling (…/transfer). Events session_package.bought, .used, .returned, .expired, .transferred, .received and .withdrawn; codes appointment_covered and package_in_use.',
      'Payers are reminded of invoices that are not paid: dunningLevels of a legal entity, with days after the due date, a text and a fee, as a durable follow-up (kind INVOICE_DUNNING) whose steps you see beforehand. GET /v1/dunnings has what was sent; …/hold and …/resume while a payer disputes it; POST /v1/invoices/{id}/write-off gives the claim up (order status WRITTEN_OFF, ledger account BAD_DEBT). Order purpose DUNNING_FEE, message template invoice.overdue, recipient type PAYER, events dunning.reminded, .held, .resumed and .stopped, code nothing_to_write_off.',
      'Metrics of GET /v1/analytics/locations: sessions, billable units and notes signed in time; revenue, payments, refunds, what is outstanding and settlements, in each currency by itself; rebooking, time to the first appointment and on the waitlist; goals, assessments, deadlines of early intervention, leads, onboardings, messages and webhook deliveries. Payers are named by payerId, and grouped by it; filters stage, clock and currency; isBeingRebuilt.',
      'GET /v1/analytics/locations.csv has the figures for a spreadsheet. GET /v1/analytics/records lists the records behind a figure, within what the caller may read.',
      'smallFiguresWithheld of the organization: figures of fewer than five records are withheld from who may not read sessions.',
      'bin/therapy analytics rebuild counts all figures anew, from the records; one that broke off goes on where it was.',
    ],
    changed: [
      'Runs of agents end with agent_run.succeeded, agent_run.failed or agent_run.cancelled. The event agent_run.finished was removed.',
      'The recall of assessments is the agent template assessment_recall. Runs that only propose (POST /v1/agent-runs, …/actions, …/approve, …/reject) and the permission agent-approvals were removed.',
    ],
  },
  {
    version: '2.17.0',
    added: [
      'Agents that you configure (/v1/agents): nodes that read by queries of the catalog, decide by expressions (CEL), go through lists, ask for an approval, wait and act; validated, previewed without an effect, published as versions, rolled back, paused.',
      'Agents start by themselves: by an event with a filter, or by a recurrence rule in a time zone, with what happens on closed days and after a time that was missed; concurrency says what happens beside a run that is under way.',
      'Nodes of agents ask a language model of the center (AGENT): with tools, an output schema, limits of turns and tokens; what the model is given is data, and it can do no more than whom the run acts for.',
      'Runs of them (POST /v1/agents/{id}/runs) are durable and act for whoever started them; GET /v1/agent-run-steps shows what each node came to and what waits for a decision (…/approve, …/reject); runs are paused, resumed and cancelled. Events agent_run.started; node and agentId of agent_run.waiting and agent_run.finished.',
      'The tools of agents are served by the Model Context Protocol at /mcp (streamable HTTP), to any client with a token; GET /.well-known/oauth-protected-resource/mcp says who issues tokens. Audit entries have the action mcp/ and the tool.',
    ],
  },
  {
    version: '2.16.0',
    added: [
      'Tasks (/v1/tasks) are assigned to a user, a provider, an API key or a role. A task can be about a record, and has comments. A user or provider who is assigned one gets an e-mail. Events task.created, task.assigned and task.done.',
      'GET /v1/worklist lists open tasks together with what follow-ups ask of people, what is due first at the top; assigneeId=me shows your own.',
      'GET /v1/agent-catalog lists what agents may read and do, with the JSON Schema of the parameters, the permissions that are needed, and whether somebody has to approve. Event custom.emitted.',
      'GET /v1/ai/recommendations says what is best done next, by nine rules over the records that the caller may read, each with its reason and the operation that carries it out; GET /v1/agents/care-coordinator has the rules, the most urgent and the latest runs. Scope ai.read.',
      'GET /v1/analytics/locations answers metrics of all locations in one request: by day, week, month or quarter, by location, provider, service, type, payer or funding program, with a total and beside an earlier time; GET /v1/analytics/metrics has their definitions. Scopes analytics and analytics.read; codes grouping_not_available and granularity_not_available.',
      'POST /v1/ai/analytics answers a question in words by metrics: a language model of the center says which are meant, understoodAs shows it, and the figures are counted, never worded.',
    ],
  },
  {
    version: '2.15.0',
    added: [
      'Families are asked in Spanish (checkInLanguage es): e-mail, page, questions and refusals. The next coordinator gets one e-mail with note and programs at a reassignment (template program.handed_over).',
      'Chart, record, PDF and export of a child have earlyInterventionPrograms with deadlines, services and check-ins, and take early-intervention:read and family-check-ins:read; the timeline has the kinds DEADLINE and CHECK_IN.',
      'Child outcomes of early intervention (SPP/APR Indicator 3) are rated at entry and exit (…/outcome-summaries, exitOutcomes of …/close); GET /v1/early-intervention-outcomes reports progress categories and summary statements, with CSV and drill-down.',
      'Settlements (/v1/marketplace/settlements): payments for a provider’s appointments are shared between provider, platform and centre by split terms (/v1/marketplace/split-terms), previewed with dryRun, approved by a second person and paid out; refunds are reversed in proportion; events settlement.approved, .paid, .failed and .reversed.',
      'A ledger in double entry: every order, payment and refund is posted to accounts of the centre and its families (/v1/ledger-accounts, with statements), with a trial balance of any day (/v1/trial-balance), both as CSV too.',
      'The follow-up of a lead or an onboarding stays ACTIVE while somebody is waited for, whom waitingOn names; the centre is reminded when the response time of a stage of a lead is over (step centre).',
      'Closures are the one list of holidays, of a location or the whole center: their days are no working days of early intervention, unless countsAsWorkingDay. GET /v1/deadline-recalculations shows how far a change has moved deadlines. /v1/holiday-calendars is gone.',
      'basedOn of a clock set: the clocks of IDEA Part C, with some of them replaced.',
      'Evaluations of assistants (/v1/ai/evaluations): questions with the documents that answer them, run against the published version (/v1/ai/evaluation-runs), with hit rates, mean reciprocal rank and accuracy of notFound; event evaluation_run.finished.',
      'Answers of assistants are kept for keepAnswersDays (/v1/ai/answers): rated, corrected, and curated; id of the answer to a query. Curated answers (/v1/ai/curated-answers) are given to questions that are close to theirs: curatedAnswerId.',
    ],
  },
  {
    version: '2.14.0',
    added: [
      'Documents of assistants have labels and days on which they answer (PATCH /v1/ai/knowledge/documents/{id}), say how far each stage is, and are indexed anew (POST …/reindex); questions are limited to documents, labels or a day.',
      'Assistants find passages by meaning too, with an embedding model of the operator (EMBEDDINGS, EMBEDDINGS_API_KEY): a local one or a service with the interface of OpenAI. POST /v1/ai/knowledge/search shows the passages of a question with their scores.',
      'Early intervention: delayQuestionEveryDays of a program says how often the coordinator is asked whether a delay lasts; a transition plan or conference before notBeforeOn is refused with too_early.',
      'Early-intervention programs are corrected: a milestone (…/milestones/correct), the birth date (…/correct-birth-date), the referral, location or clock set (PATCH), and reopened (…/reopen); every change of a program takes dryRun and answers movedDeadlines. Events program.started, .milestone_recorded, .delayed, .closed, .reopened and .corrected.',
      'goalAreas of a matching need: a match for a child may leave out needs, which then follow from the child’s active goals. A match can be asked for by an address. photographUrl of a provider.',
      'Centers connect language models (/v1/ai/models): OpenAI-compatible or Anthropic, off by default, at hosts that the operator allows (AI_MODEL_HOSTS), with a data policy, budgets and an order of fallback; a test call; every call is on record (/v1/ai/model-calls, with totals). Problem code ai_budget_exhausted.',
      'Answers of assistants that allow it (generatedAnswers, temperature) are worded by a model, of which every claim has a quote that stands in a document; generated, model, fallbackReason and modelCallIds of an answer. With Accept: text/event-stream they come by server-sent events.',
      'A question to an assistant can be about a child (childId), with consent to AI_PROCESSING where a language model is asked; what says who people are goes to it as placeholders.',
      'Leads: families who ask by the API or by a public form, proven by e-mail; qualified, matched, offered and converted into client and child in one transaction; board and funnel; `lead.*` events.',
    ],
    improved: [
      'booking.created says amount null where there is no price, and 0 where it is free.',
      'A write that meets another one in a deadlock is carried out after it, where it was answered 503.',
      'Family check-ins are recorded from a telephone call (POST /v1/family-check-ins) or sent at once (/v1/family-check-ins/send), in checkInLanguage of the program; foster and surrogate parents are asked too (kind of a guardianship); an answer that nobody acknowledges goes to the supervisor after escalateAfterDays. Programs of a coordinator are handed over with notes (/v1/early-intervention-programs/reassign).',
      'Consents to EVALUATION_AND_ASSESSMENT, EARLY_INTERVENTION_SERVICES, INSURANCE_USE and INFORMATION_EXCHANGE: a program with consentsRequired records evaluations, assessments and the start of services with them alone (consent_missing); payerKind of an IFSP service, and recordsShared of a notice or conference, take theirs in any program.',
    ],
  },
  {
    version: '2.13.0',
    added: [
      'Payments are refunded, in part or in full (POST /v1/payments/{id}/refunds, /v1/refunds), with dryRun; amountRefunded of a payment, status REFUNDED of an order, events payment.refunded and payment.refund_failed, problem code refund_exceeds_payment. A paid no-show or completion is undone once all of it is back.',
      'Providers have a profession, a national provider identifier, insurance, ages, modalities, a service area, payers and a status: the approved alone are booked (provider_not_approved, provider_suspended), and are suspended and reinstated; events provider.approved, provider.suspended and provider.reinstated.',
      'Licenses of providers (/v1/provider-licenses) are verified by a person or checked at a registry; reminders before they expire, and suspension on the day; GET /v1/providers/{id}/affected-appointments lists what is to come with options. LICENSE_REGISTRY; problem codes license_expired, license_not_checkable and license_not_verified.',
      'Providers are onboarded by plans of the centre (/v1/onboarding-plans, /v1/provider-onboardings): a page by link for the applicant, one for referees, agreements, licenses, a board, and an approval by a second person; events provider_onboarding.started, .stage_changed, .rejected and .withdrawn.',
      'Documents and forms of providers (/v1/provider-documents, /v1/provider-forms).',
      'POST /v1/therapists/match ranks therapists for needs with reasons, weights, what excluded the others, and their first free slots; needs and weights are the centre’s (/v1/matching-needs, /v1/matching-settings, with dryRun), and every match is kept (/v1/therapist-matches). Locations have coordinates.',
      'Assistants answer questions from documents of the centre, by quotes with their places: /v1/ai/assistants, /v1/ai/knowledge as multipart/form-data, and /v1/ai/knowledge/query.',
      'Deadlines of early intervention stay when they are met, and say why they are not owed; services of an IFSP have clocks of their own (ifspServices); delays have a cause and attempts; GET /v1/early-intervention-compliance reports SPP/APR Indicators 1, 7 and 8A to C, with CSV and drill-down; counts of deadlines.',
    ],
    improved: [
      'An annual IFSP meeting meets the periodic review that falls with it; a delay near the third birthday drops no deadline; today is that of the program’s location.',
    ],
  },
  {
    version: '2.12.0',
    added: [
      'An erasure begins only after somebody else than who asked for it has approved it (POST /v1/erasures/{id}/approve): status AWAITING_APPROVAL, graceDays, approvedBy and approvedAt of an erasure, event erasure.requested, follow-up ERASURE_APPROVAL. erasure.scheduled is sent at the approval.',
    ],
  },
  {
    version: '2.11.0',
    added: [
      'Users can be bound to locations (locationIds): roles of the whole centre then show these alone; GET /v1/me has the sight LOCATIONS, GET /v1/roles/matrix says canBeBound; children and clients have a locationId.',
      'Passkeys (/v1/passkeys) sign in and are a second factor, with recovery codes; secondFactor and signatureStepUpMinutes of the organization; problem codes step_up_required, second_factor_required, passkey_refused and no_passkey.',
      'therapy login has a person allow a program to act for them: delegated keys by an authorization code with PKCE, listed in /v1/user-sessions; delegatedKeyLongestDays of the organization; therapy api, whoami and logout; problem code delegation_not_allowed.',
      'A supervisor names who stands in for them (/v1/supervision-delegates); signatures say delegatedById.',
      'Owners let a key sign as the provider that it is bound to; event api_key.signing_granted.',
      'A centre can be suspended and resumed, and everything of it exported: therapy tenant suspend, resume and export, therapy user revoke-passkeys; status, statusChangedAt and statusReason of the organization; problem code centre_suspended.',
      'A series can be previewed: POST /v1/series?dryRun=true answers each date with its price, or why it cannot be booked and which starts are free.',
      'Guides are pages in a browser (/docs/guides, /docs/quickstart); with .md they are Markdown.',
      'Early-intervention deadlines are filtered by childId and programId.',
    ],
    improved: [
      'What a person’s calendar feed shows follows what they may see, and ends with their work in the centre.',
      'Refusals suggest names for misspelled roles and for filters without a bound, and name what takes dryRun; the verification of a form that is still open answers valid: null.',
      'Links that signed somebody in, ended sessions and attempts to sign in are deleted by their age.',
      'The quickstart’s receivers accept every v1 while a secret is rotated; samples of the reference send an Idempotency-Key and no If-Match.',
    ],
  },
  {
    version: '2.10.0',
    added: [
      'Users: the people of a centre are invited by e-mail, have roles, and can be deactivated and reactivated; user.invited, user.activated, user.updated, user.deactivated, user.reactivated.',
      'Ten roles of people and roles of the centre’s own (/v1/roles), each with a sight: the whole centre, or a caseload; GET /v1/roles/matrix says which role may use which operation.',
      'People sign in at /sign-in by a link in an e-mail; sessions are listed and revoked (/v1/user-sessions), and GET /v1/me says who calls and what they may do.',
      'Entries of the audit trail name the person, and in actor.through the session through which they acted.',
      'Problem codes insufficient_role, second_person_required, cross_site_request, other_browser, last_owner and role_in_use.',
      'People sign in by the OpenID Connect provider of their centre (/v1/sso-connections): roles from claims, users made at their first sign-in, logout there and from there; problem codes sso_refused, sso_required and identity_provider_unavailable.',
      'GET and PATCH /v1/organization: name, time zone, currency, lengths of sessions, and whether agents run; event organization.updated; problem codes currency_in_use and agents_off.',
      'senderName and replyToEmail in /v1/message-settings.',
      'People sign notes as the provider that they are; signatures and addenda say signedBy.',
      'Reviews of break-glass access, approvals of agent runs and second signatures take somebody else than who did the first half.',
      'What needs attention can be given to users.',
      'Book with serviceId alone: appointmentType of a service says the type, defaultForType what a booking by type takes.',
      'alternatives with slot_taken and group_full, the basis of a fee, appointmentId in booking.created and booking.cancelled; refusals ask what was meant.',
      'A delivery shows lastStatusCode; redelivering answers pendingRetryAt when the event will come twice.',
      'Guides: a page for each task, with examples that a test runs, served at /docs/guides/README.md and listed in /llms.txt; a picture of the records, and a page for those who come from Stripe, Square or Cal.com.',
      'For operators: therapy user list, invite and sign-in-link; therapy tenant update; bin/up offers links that sign in as people of the demo centre; bin/therapy takes the only centre when --tenant is left out.',
    ],
    improved: [
      'Messages name each limit in plain words; what is absent is required, unknown members and parameters are called so.',
      'A type that contradicts the service is refused; a type alone takes a service only where the centre marked one; waitlist entries have no type; waitlist.booked and waitlist.reopened have appointmentId instead of bookingId.',
      'API keys sign only with the scope signatures-on-behalf, also those bound to a provider; actorId of signatures is gone.',
      'An appointment that is moved to where it is stays as it is; previews show follow-ups as they are planned from the record.',
      'dryRun comes first in answers, and ids that do not exist are left out of them.',
      '/docs is an index of all operations with a search; each area has a page of its own.',
      '--help of every command works before anything is installed.',
    ],
  },
  {
    version: '2.9.0',
    added: [
      'Every list can be sorted and bounded by updatedAt and asked for up to 100 ids; filters by a closed list take several values.',
      'Events announce created, updated, archived and restored clients, children, guardianships, providers, services, schedules, sessions, orders and programs; changedMembers names what differs.',
      'Events name the workflow that caused them, and can be filtered by request and workflow.',
      'Bookings, payments, consents, care teams, assessments, notes and other events carry the ids and times that subscribers act on.',
      'expand= on every operation that retrieves or lists records: children, clients, providers, services, locations and rooms whole beside their ids.',
      'GET /v1/children/{id}/timeline: what comes next for a child, what took place, and what did not and why.',
      'GET /v1/session-notes by status, author and supervisor; sessions without a signed note; attendees of a group; the history of an appointment with its reasons.',
      'PATCH of an appointment or a group changes room, location and type without moving it, of an appointment the service too; closures and schedule exceptions can be changed.',
      'dryRun of moving an appointment, of a no-show and of editing a series; answers say which follow-ups stop and which are planned.',
      'Series of groups: kind GROUP, a group for each occurrence, which children join.',
      'A series can be edited in location, service, duration and notes.',
      'Early-intervention milestones EVALUATION, ELIGIBILITY, LEA_NOTIFICATION and TRANSITION_CONFERENCE, each with its deadline; clocks take waivedUnderDays, daysAfterEligibility and earliestMonthsBefore, milestones declinedByFamily.',
      'One call records the measurements of a session, or the attendance of a group: all or nothing, with errors by item.',
      'What needs attention can be given to a provider or an API key, and filtered by assignee, location and time.',
      'GET /v1/follow-ups takes childId.',
      'A webhook endpoint chooses its signatureSchemes: v1 alone in X-Service-Signature unless it asks for v2.',
      'The OpenAPI document groups its tags by area, describes every operation and member, and names every list, so that clients can be generated from it; GET /openapi/{area} is the part about one area.',
      'A start page at / with links, and /llms.txt.',
      'Calendar entries carry the names of child, provider, service, location and room.',
      'For operators: therapy follow-ups, therapy outbox and therapy temporal setup, the search attribute ChildId, WORKER_SIZES, an alert on failing workflow tasks, and a sign-in page that proves that payloads can be read.',
    ],
    improved: [
      'States and kinds are in UPPER_SNAKE; instants end in At, dates in On, zones are called timeZone; identifiers are in American spelling.',
      'Operations, events and paths are named for their resource: family-check-ins, waitlist-entries, care_team_member.added, redeliverDelivery.',
      'Kinds of records are one list, SubjectType; audit entries and disclosures have subjectType and subjectId, messages recipientType and recipientId.',
      'Holds have ids of their own (hld_), the states ACTIVE, BOOKED, EXPIRED and RELEASED, and appointmentId.',
      'Payments take paymentMethod with a token of the gateway; a child has fundingProgram; files are sent to /v1/uploads/{token}.',
      'Filters have three forms: state=active, archived or all; status with several values; facts such as revoked, ended and acknowledged as booleans, without which both are listed.',
      'Each conflict has a problem code of its own, type is an absolute URI, and errors[].code is one documented list.',
      'Too little notice is answered with 409 and alternatives, like every other time that cannot be had.',
      'Answers and events may have further members; known values of lists that will grow are documented as such.',
      'A form asks its conditional questions while it is answered; its page and e-mail say which centre asks, about whom and until when.',
      'Titles of operations begin with the verb of their id, and the page of errors has an index.',
      'The cursor of a group’s waiting list is valid for that group only.',
    ],
  },
  {
    version: '2.8.0',
    added: [
      'Steps of a follow-up can be acknowledged with a note, and a cancelled follow-up can be resumed; each kind needs the permission of its matter.',
      'What happens to appointments that nobody checks in or closes is chosen per centre and per service (GET and PATCH /v1/appointment-automation), with a preview per appointment; a proposed fee is charged by POST /v1/appointments/{id}/charge-fee.',
      'provider.approved can be subscribed to.',
      'Scopes cosignatures and signatures-on-behalf: a note is signed, co-signed, returned and amended by the own key of the provider, or by a key of the centre that may, and the record says so.',
      'All keys of a centre share a rate limit, 6,000 requests a minute by default.',
      'Problem codes file_missing and body_incomplete.',
    ],
    improved: [
      'POST /v1/appointment-imports answers 202: a worker reads the file (READING), and one that cannot be read is FAILED with its failure. Calendar rules that cannot be read are problems of their row.',
      'A refused request no longer deletes a file; uploads are streamed, the bytes of a download are always those of the recorded hash, and links to files end with the API key that asked for them.',
      'An appointment that is off can be neither ordered nor paid; its unpaid order is withdrawn.',
      'The verification of a note names deleted signatures and addenda, changed sessions and changed states; that of a form covers its scores.',
      'Trends of up to twelve measurements have exact p-values.',
      'An erasure deletes the text of imports that names the person.',
      'Insights need children.read and sessions.read besides ai.read; the reference states every scope that an operation needs.',
      'Audit entries, messages, follow-ups and events name the kind of a record in one spelling (webhookEndpoint, freedSlot), and audit entries of programs and follow-ups have the value before a change.',
      'An automatic no-show charges no fee unless the centre says so.',
      'The event child.registered no longer has program, and the audit trail withholds its value: neither outlives an erasure.',
      'Follow-ups stop asking for attention once their matter is settled.',
      'The limits of an API key include its provider: nobody can lift or change it without the permissions that the key then has.',
      'A full disk is answered with 503 and Retry-After, and /readyz names the shortage; the size of the backlog is a metric.',
      'A webhook endpoint has connections of its own: another that hangs does not hold them. Names are looked up before the transaction.',
      'A right credential is not refused because others failed at the same address.',
      'A series or a payment does not wait for the follow-ups of its own centre; imports, exports and erasures have workers of their own.',
      'Of an event burst of one centre, another centre waits for its own turn only.',
      'The audit trail shows the values of the members that are named for each kind of record; of all others it says that they changed.',
      'Years of retention are counted in the time zone of the centre.',
      'Wrong tokens of operators from a shared address do not refuse an operator with a right one.',
      'Names refuse direction marks and invisible characters; currencies are money of ISO 4217; ambiguous paths and repeated Host headers are refused.',
    ],
  },
  {
    version: '2.7.1',
    added: [],
    improved: [
      'Reminders, series and exports of a centre no longer wait for the import of another.',
      'An erasure removes attachments, and an export of a person can be fetched, wherever a deployment keeps its files: the worker looked for them in a place of its own.',
    ],
  },
  {
    version: '2.7.0',
    added: [
      'Erasure of a person: what can go goes, what the law wants kept is listed with its rule and date, restricted, and goes by itself when its time is over; dryRun, days of grace, cancellation.',
      'Retention policy of a centre: how long clinical records and vouchers are kept.',
      'Restriction of processing: a person’s data is kept and nothing is done with it, until the restriction is lifted and whoever obtained it was told.',
      'An access by break-glass that nobody reviews is chased.',
      'An appointment says which import it came from; the undo of an import says beforehand what would stay.',
    ],
    improved: [
      'Availability takes a third less of the processors.',
      'Who comes to a group that is full hears so at once.',
    ],
  },
  {
    version: '2.6.0',
    added: [
      'Forms: versions of templates with sections, typed questions, conditions and scores; answered by a one-time link or by API, signed, locked once submitted; what a visit needs is asked for and chased.',
      'Consents that are about to end: guardians are reminded, staff see to it when they have ended.',
      'Assessments: instruments that the centre defines, with norms by age; schedules per child, reminders, what is overdue, results with their trend, corrections.',
      'Recall of children who are due, ranked with reasons; an agent run proposes messages and sends those that somebody approved.',
      'Treatment cycles: what a payer authorized, used and booked, warnings at 80 % and 90 %, renewal.',
      'Sessions: who was present, the goals that were worked on, billable units by rule or by hand.',
      'Goals that regress or stand still are answered for by the therapist, or go to the supervisor; insights into a child with the numbers behind each statement.',
      'Check-ins of early intervention with questions of the centre, and rules for answers that worry.',
      "Keys that are bound to a provider see that provider's caseload alone; care teams, break-glass access with a review.",
      'Rights of the person: an export of everything as an archive, and who has seen a record.',
      'Imports of appointments from CSV and iCalendar: rehearsed row by row, resumable, undone.',
      'Groups are moved with all their places; series are confirmed in one call, and say what their cancellation costs.',
      'Events of appointments, groups and notes say where they are, so that endpoints can filter by location.',
    ],
    improved: [
      "Availability asks the child's consents, and lists groups with places left.",
      'Who waits is offered what is free already, and waits again when the centre cancels.',
      'Missing notes go to the supervisor when the therapist does not write them, also those of sessions without an appointment.',
      'Answers that a link page refuses are shown again with what is wrong.',
      'What has served its time is deleted: links, addresses of messages, attempts of webhooks.',
    ],
  },
  {
    version: '2.5.0',
    added: [
      'Availability by service, provider, location and child, also for a move; explain=true says what stands against a start.',
      'Schedules, exceptions, closures, opening hours, and time off with the appointments that it affects.',
      'Services: grid of starts, horizon, daily cap, rooms and equipment, who performs them, overrides by provider, prices by location, consents that they need.',
      'Holds: a slot for up to 30 minutes; holdId books it. Overrides of the rules with a permission and a reason.',
      'A calendar of providers and rooms in one call.',
      'Confirmation: bookings are confirmed, declined, or expire by the window of their service.',
      'Series: booked, edited and cancelled by scope, with a result for each occurrence.',
      'Group appointments: one provider and room for as many children as the service takes; each place is an appointment of its own, and a place that is given up goes to who waited longest.',
      'A waitlist: a slot that becomes free is held for one family after another, who accept or decline by API or by the link in their e-mail.',
      'Cancellation policies: fees as orders, dryRun, waivers with a reason.',
      'Session notes with versions, templates, co-signatures, addenda and verifiable signatures.',
      "Goals with measurements, achievement status and trend; a child's progress, chart and record (JSON and PDF).",
      'Search of children and clients by name, duplicates, merges that can be undone, alerts, filter by custom field.',
      'Consents, and attachments by signed links.',
      'Early intervention: programs by the clocks of IDEA Part C or of the centre, documented delays, deadlines at risk with their reasons, holiday calendars, check-ins with guardians.',
      'Calendar feeds by secret, revocable addresses; invitations in e-mails for centres that ask for them; reminder policies of the centre, a service or a guardian.',
      'Webhook endpoints: rotation of secrets with 24 hours of overlap, test events, custom headers, event filters, a rate limit, a contact, health and statistics; recovery of a time range.',
      'E-mail to guardians and providers with quiet hours, a delivery log and previews; one-time links without a login; feedback.',
      'Follow-ups: what follows a visit; skip and fire a step, cancel a follow-up; attention shows what needs a person.',
    ],
    improved: [
      'A webhook endpoint that fails is left alone for up to a minute and probed; after five days of nothing but failures it is disabled, and its contact is told.',
      'Time in which an endpoint is paused does not count against its 24 hours; webhook keys are published before they sign.',
      'Bookings outside of what the centre offers answer slot_unavailable with what is free nearby; providers with appointments to come cannot be archived.',
      'A restart of the database is answered with 503 and Retry-After everywhere; /readyz answers 503 while a process ends.',
      'The audit trail withholds reasons, relationships and species.',
    ],
  },
  {
    version: '2.4.0',
    added: [
      'Appointment verbs: cancel, reschedule, check in, start, complete, no-show, undo, mark in error.',
      'Further fields of appointments: end, service, location, room, price, cancellation, version.',
      'Locations, rooms, services, providers, children, guardianships, pets and custom field definitions to create, read, change and archive.',
      'Sessions to list and read, orders to create, payments through a provider.',
      'Follow-ups: what the platform will do by itself about a record, to read.',
      'Webhook endpoints, events, deliveries and attempts to manage and read; redelivery.',
      'Signature v2 (Ed25519) in X-Service-Signature, and the Standard Webhooks headers beside it.',
      'Refresh tokens that rotate, token revocation and introspection, and the JSON Web Key Set.',
      'API keys as a resource, with expiry and address ranges.',
      'Problem documents (RFC 9457) with stable codes for every error.',
      'If-Match with ETag on changes, and Idempotent-Replayed on repeated writes.',
      'X-RateLimit-Limit, RateLimit and RateLimit-Policy on all responses.',
      'The audit trail and its seals to read.',
    ],
  },
  {
    version: '2.3.0',
    added: [
      'The events appointment.rescheduled, session.note_added and assessment.completed.',
      'Rate limit headers on all responses.',
    ],
  },
  {
    version: '2.2.0',
    added: [
      'Session notes endpoint.',
      'Availability endpoint.',
      'custom_fields on client creation.',
    ],
  },
  {
    version: '2.1.0',
    added: [
      'PATCH endpoints.',
      'API key scoping.',
      'Published OpenAPI 3.1 description, kept in sync with each release.',
    ],
    improved: ['Webhook retry.'],
  },
]

/** The version of the API: that of the newest release. */
export const API_VERSION = CHANGELOG[0]!.version

/** The answer of `GET /v1/changelog`, in the shape of every list. */
export const changelogPage = () => ({
  data: CHANGELOG.map((release) => ({
    version: release.version,
    ...Object.fromEntries(sections.map((name) => [name, release[name] ?? []])),
  })),
  nextCursor: null,
  hasMore: false,
})

/** docs/changelog.md. */
export const changelogMarkdown = (): string =>
  [
    '# Changelog of the API',
    '',
    'Changes that a caller may have to adapt to are listed under "Changed". `GET /v1/changelog` answers the same as JSON.',
    '',
    ...CHANGELOG.flatMap((release) => [
      `## ${release.version}`,
      '',
      ...sections.flatMap((name) => paragraph(name, release[name])),
    ]),
  ].join('\n')

const paragraph = (name: Section, items: readonly string[] = []) =>
  items.length > 0
    ? [`### ${name[0]!.toUpperCase()}${name.slice(1)}`, '', ...items.map((item) => `- ${item}`), '']
    : []
