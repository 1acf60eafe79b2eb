import type { Command } from 'commander'
import { z } from 'zod'
import { wakeWorkflows } from '#messaging/follow-ups/wake-workflows.ts'
import { answering } from '../answer.ts'
import { CENTRE, centreOf, change, withPlatform } from '../operator.ts'
import { example, parsed } from '../options.ts'

const Pace = z.strictObject({ perSecond: z.int().min(1).max(1_000) })

export const workflowsWake = (parent: Command): Command =>
  parent
    .command('wake')
    .description(
      'Wakes, or starts again, every workflow of a centre that its records say has something to do: ' +
        'for after Temporal was restored or lost.',
    )
    .option(...CENTRE)
    .option('--per-second <count>', 'how many of them are woken a second', '10')
    .addHelpText('after', example('workflows wake --tenant ten_…'))
    .action(
      answering(({ tenant, ...typed }: { tenant?: string; perSecond: string }) =>
        withPlatform(async (platform) => {
          const input = { perSecond: Number(typed.perSecond) }
          const { perSecond } = parsed(Pace, input, { perSecond: '--per-second' })
          const tenantId = await centreOf(platform, tenant)
          const act = { tenantId, action: 'therapy workflows wake' }
          const { woken, seconds } = await change(platform, act, (ctx) =>
            wakeWorkflows(ctx, { perSecond }),
          )
          return {
            data: { woken, seconds },
            text: `${woken} workflows are woken within ${seconds} s, as long as a worker runs.`,
          }
        }),
      ),
    )
