import { RECORD_READERS } from '#agents/record-answers/record-readers.ts'
import { loadWaitingLines } from '#messaging/notifications/load-waiting-lines.ts'
import type { Registry } from '#platform/core/context/registry.ts'
import { flagUnusable } from '#messaging/message-texts/flag-unusable.ts'
import { EVENT_TYPES, EVENTS } from '#webhooks/events/event-types.ts'
import { invoiceFile } from '#receivables/invoices/invoice-file.ts'
import { FOLLOW_UPS } from './follow-ups.ts'
import { LISTENERS } from './listeners.ts'
import { LINK_PURPOSES } from './link-purposes.ts'
import { PREVIEW_SOURCES } from './preview-sources.ts'
import { WORKFLOWS } from './workflows.ts'
import { WAITING_STATES } from './waiting-states.ts'
import { WORKLIST } from './worklist.ts'

/** All declarations of the contexts. Only entry points import it (api, worker, relay, cli, dev). */
export const registry: Registry = {
  workflows: WORKFLOWS,
  followUps: FOLLOW_UPS,
  linkPurposes: LINK_PURPOSES,
  worklist: WORKLIST,
  waiting: WAITING_STATES,
  loadWaitingLines,
  previewSources: PREVIEW_SOURCES,
  textFailed: flagUnusable,
  recordReaders: RECORD_READERS,
  eventTypes: EVENT_TYPES,
  eventSchemas: Object.fromEntries(EVENT_TYPES.map((type) => [type, EVENTS[type].payload])),
  eventExamples: Object.fromEntries(EVENT_TYPES.map((type) => [type, EVENTS[type].example])),
  messageFiles: { 'invoice.issued': invoiceFile },
  ...LISTENERS,
}
