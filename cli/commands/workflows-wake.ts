import type { Command } from 'commander'
import { z } from 'zod'
import { wakeWorkflows } from '#messaging/follow-ups/wake-workflows.ts'
import { repeatHandOvers } from '#platform/outbox/repeat-hand-overs.ts'
import { answering } from '../answer.ts'
import { wakeCentres } from '../backups/wake-centres.ts'
import { UsageError } from '../failure.ts'
import { CENTRE, centreOf, change, withPlatform } from '../operator.ts'
import { example, parsed } from '../options.ts'

const Input = z.strictObject({
  perSecond: z.int().min(1).max(1_000),
  since: z.iso.datetime({ offset: true }).optional(),
})
const OPTIONS = { perSecond: '--per-second', since: '--since' }

interface Options {
  tenant?: string
  all?: boolean
  since?: string
  perSecond: string
}

export const workflowsWake = (parent: Command): Command =>
  parent
    .command('wake')
    .description(
      'Wakes or restarts every workflow of a centre that has work left according to its records: for use after Temporal was restored or lost.',
    )
    .option(...CENTRE)
    .option('--all', 'all centres that are not closed')
    .option(
      '--since <instant>',
      'also hand over messages again that were handed over to Temporal since this time, such as 2026-11-28T04:00:00Z: the time of the backup from which Temporal was restored',
    )
    .option('--per-second <count>', 'workflows to wake per second and centre', '10')
    .addHelpText(
      'after',
      example('workflows wake --tenant ten_…', 'workflows wake --all --since 2026-11-28T04:00:00Z'),
    )
    .action(
      answering(({ tenant, all = false, ...typed }: Options) => {
        if (all && tenant !== undefined)
          throw new UsageError(
            'Name one centre with --tenant, or all of them with --all, not both.',
          )
        const input = { ...typed, perSecond: Number(typed.perSecond) }
        const { perSecond, since: text } = parsed(Input, input, OPTIONS)
        const since = text === undefined ? undefined : new Date(text)
        return withPlatform(async (platform) => {
          if (all) {
            const woken = await wakeCentres(platform, { action: ACTION, since, perSecond })
            return answerOf(woken)
          }
          const tenantId = await centreOf(platform, tenant)
          const repeated = since ? await repeatHandOvers(platform, { since, tenantId }) : 0
          const act = { tenantId, action: ACTION }
          const woken = await change(platform, act, (ctx) => wakeWorkflows(ctx, { perSecond }))
          return answerOf({ ...woken, repeated })
        })
      }),
    )

const ACTION = 'therapy workflows wake'

const answerOf = (result: { woken: number; seconds: number; repeated: number }) => {
  const { woken, seconds, repeated } = result
  const text = [
    `${woken} workflows will be woken within ${seconds} s if a worker is running.`,
    ...(repeated > 0 ? [`${repeated} messages will be handed over to Temporal again.`] : []),
  ]
  return { data: result, text: text.join('\n') }
}
