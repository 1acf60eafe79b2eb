import { z } from 'zod'
import { email } from '#platform/core/contact/contact.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import type { Issue, IssueCode } from '#platform/core/input/issue.ts'
import { line } from '#platform/core/records/record.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Item } from './onboarding-row.ts'

/** The page's fields for the name and the address of one referee. */
export const refereeFields = ({ key }: Pick<Item, 'key'>, number: number) => ({
  name: `${key}.name.${number}`,
  email: `${key}.email.${number}`,
})

interface Referee {
  name: string
  email: string
}

/** The referees in the answer to an item. Throws all errors in it. */
export const refereesIn = (
  item: Item,
  given: Readonly<Record<string, string>>,
  applicantEmail: string | null,
): Referee[] => {
  const issues: Issue[] = []
  const known = new Set(item.references.flatMap((it) => (it.email ? [it.email.toLowerCase()] : [])))
  const referees = Array.from({ length: item.unnamed }, (_, index) => {
    const fields = refereeFields(item, index + 1)
    const report = (path: string, code: IssueCode, message: string) =>
      issues.push({ path, code, message })
    const said = { name: given[fields.name]?.trim(), email: given[fields.email]?.trim() }
    if (!said.name && !said.email) return []
    if (!said.name) report(fields.name, 'required', 'is required')
    else if (!line(200).safeParse(said.name).success)
      report(fields.name, 'invalid_format', 'is not a valid name')
    if (!said.email) report(fields.email, 'required', 'must contain a way to contact the person')
    else if (!email().safeParse(said.email).success)
      report(fields.email, 'invalid_format', 'is not an e-mail address')
    else if (said.email.toLowerCase() === applicantEmail)
      report(fields.email, 'same_record', 'must not be your own address')
    else if (known.has(said.email.toLowerCase()))
      report(fields.email, 'duplicate', 'is already listed')
    else known.add(said.email.toLowerCase())
    return [said as Referee]
  }).flat()
  const [first] = issues
  if (first)
    throw new DomainError('validation_failed', `${first.path}: ${first.message}`, { issues })
  return referees
}

/** Records the referees. The follow-up then asks them. */
export const nameReferees = async (
  tx: Transaction,
  { row: { onboardingId, key: itemKey } }: Item,
  referees: readonly Referee[],
): Promise<void> => {
  for (const referee of referees) {
    const id = newId('onboardingReference')
    const row = { onboardingId, itemKey, status: 'ASKED', askedAt: tx.now }
    await tx.db.onboardingReference.create({
      data: { tenantId: tx.tenantId, id, ...row, ...referee },
    })
    tx.created({ type: 'onboardingReference', id }, row)
  }
}

export const Given = z.record(z.string().max(80), z.string().max(320))
