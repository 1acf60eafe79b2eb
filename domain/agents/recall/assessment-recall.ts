import { inTenant } from '#platform/core/record-ref.ts'
import { defineAgent } from '../agent-runs/agent.ts'
import { done, skipped } from '#messaging/follow-ups/follow-up-kind.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { guardiansOf } from '#messaging/messages/recipient.ts'
import { assertCriteria } from './recall-assessments.ts'
import { recommend } from './recommend.ts'
import { RecallCriteria } from './schemas.ts'

interface Proposal {
  template: 'assessment.recall'
  recipientIds: string[]
}

/** Calls in the families of children who are due, once somebody has approved of it. */
export const assessmentRecall = defineAgent<RecallCriteria, Proposal>({
  input: RecallCriteria,
  needs: ['children:read', 'assessment-recall:read'],
  propose: async (tx, criteria) => {
    await assertCriteria(tx, criteria)
    const { recommendations } = await recommend(tx, criteria)
    return recommendations
      .filter(({ blockedBy }) => !blockedBy)
      .map(({ childId, reasons, recipientIds }) => ({
        subject: { type: 'child', id: childId },
        reasons,
        proposal: { template: 'assessment.recall', recipientIds },
      }))
  },
  act: async (tx, { id, subject, proposal, input }, { step, followUpId }) => {
    // What was true at the proposal may not be any more.
    const [still] = (await recommend(tx, input, subject.id)).recommendations
    if (!still) return skipped('not due any more')
    if (still.blockedBy) return skipped(`not sent: ${still.blockedBy.code}`)
    const approved = new Set(proposal.recipientIds)
    const guardians = (await guardiansOf(tx, subject.id)).filter((it) => approved.has(it.id))
    if (guardians.length === 0) return skipped('not sent: no_guardian_to_write_to')
    const child = await tx.db.child.findFirstOrThrow({ where: inTenant(tx, subject.id) })
    for (const recipient of guardians)
      await queueMessage(tx, {
        template: proposal.template,
        variables: { firstName: recipient.firstName, childFirstName: child.firstName },
        recipient,
        subject,
        dedupeKey: `${id}/${recipient.id}`,
        followUp: { id: followUpId, step },
      })
    return done(`e-mail to ${guardians.length} guardian(s)`)
  },
})
