import { z } from 'zod'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { recordOf } from '#platform/core/records/record.ts'
import { dateIn, dateTextOrNull, utc, utcOrNull } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { findPossibleDuplicates } from './find-possible-duplicates.ts'
import { unansweredAttempts, type LeadRow } from './lead-row.ts'
import { toLeadOffer } from '../offers/schemas.ts'
import { clockOf, missingFacts } from './rules.ts'
import { LeadConsent, type Lead, type PossibleDuplicate } from './schemas.ts'
import { scoreOf } from './score.ts'

/** Leads in their API form, with the current score and the duplicates that the caller can see. */
export const showLeads = async (rows: LeadRow[], reader: Reader): Promise<Lead[]> => {
  const [{ defaultTimeZone }, duplicates] = await Promise.all([
    loadTenantSettings(reader),
    findPossibleDuplicates(reader, rows),
  ])
  const today = dateIn(reader.now, defaultTimeZone)
  return rows.map((row) =>
    show(row, { today, now: reader.now, duplicates: duplicates.get(row.id) }),
  )
}

export const showLead = async (row: LeadRow, reader: Reader): Promise<Lead> =>
  (await showLeads([row], reader))[0]!

interface Seen {
  today: string
  now: Date
  duplicates: PossibleDuplicate[] | undefined
}

const show = (row: LeadRow, { today, now, duplicates = [] }: Seen): Lead => ({
  id: row.id,
  status: row.status as Lead['status'],
  stageEnteredAt: utc(row.stageEnteredAt),
  dueAt: utcOrNull(row.dueAt),
  source: row.source as Lead['source'],
  campaign: row.campaign,
  formId: row.formId,
  locationId: row.locationId,
  assigneeId: row.assigneeId,
  language: row.language as Lead['language'],
  contactName: row.contactName,
  contactEmail: row.contactEmail,
  contactPhone: row.contactPhone,
  relationship: row.relationship,
  childFirstName: row.childFirstName,
  childLastName: row.childLastName,
  childBirthDate: dateTextOrNull(row.childBirthDate),
  message: row.message,
  needs: row.needs,
  languages: row.languages,
  modality: row.modality as Lead['modality'],
  payer: row.payer,
  state: row.state,
  latestStartOn: dateTextOrNull(row.latestStartOn),
  consents: consentsOf(row),
  missing: missingFacts(row),
  score: scoreOf(scored(row), today, now),
  possibleDuplicates: duplicates,
  matchId: row.matchId,
  offers: row.offers.map(toLeadOffer),
  contactAttempts: row.attempts.map(({ id, channel, outcome, note, callAt, madeAt, madeBy }) => ({
    id,
    channel: channel as Lead['contactAttempts'][number]['channel'],
    outcome: outcome as Lead['contactAttempts'][number]['outcome'],
    note,
    callAt: utcOrNull(callAt),
    madeAt: utc(madeAt),
    madeBy,
  })),
  stages: row.stages.map(({ status, enteredAt, dueAt, enteredBy }, index) => {
    const leftAt = row.stages[index + 1]?.enteredAt ?? null
    return {
      status: status as Lead['status'],
      enteredAt: utc(enteredAt),
      leftAt: utcOrNull(leftAt),
      dueAt: utcOrNull(dueAt),
      clock: clockOf({ dueAt, leftAt }, now),
      enteredBy,
    }
  }),
  childId: row.childId,
  clientId: row.clientId,
  lostReason: row.lostReason as Lead['lostReason'],
  closedAt: utcOrNull(row.closedAt),
  forgottenAt: utcOrNull(row.forgottenAt),
  createdBy: row.createdBy,
  ...recordOf(row),
})

export const consentsOf = ({ consents }: Pick<LeadRow, 'consents'>): LeadConsent[] =>
  fromJson(z.array(LeadConsent), consents)

const scored = (row: LeadRow) => ({
  hasName: row.contactName !== null,
  hasEmail: row.contactEmail !== null,
  hasPhone: row.contactPhone !== null,
  childBirthDate: dateTextOrNull(row.childBirthDate),
  needs: row.needs.length,
  details: [row.languages.length > 0, row.modality !== null, row.payer !== null].filter(Boolean)
    .length,
  latestStartOn: dateTextOrNull(row.latestStartOn),
  heardAt: row.heardAt,
  unanswered: unansweredAttempts(row).length,
})
