import type { Command } from 'commander'
import { wakeWorkflows } from '../../domain/follow-ups/wake-workflows.ts'
import { answering } from '../answer.ts'
import { change, withPlatform } from '../operator.ts'
import { example } from '../options.ts'

export const workflowsWake = (parent: Command): Command =>
  parent
    .command('wake')
    .description(
      'Wakes, or starts again, every workflow of a centre that its records say has something to do: ' +
        'for after Temporal was restored or lost.',
    )
    .requiredOption('--tenant <id>', 'the centre')
    .addHelpText('after', example('workflows wake --tenant ten_…'))
    .action(
      answering(({ tenant: tenantId }: { tenant: string }) =>
        withPlatform(async (platform) => {
          const act = { tenantId, action: 'therapy workflows wake' }
          const woken = await change(platform, act, wakeWorkflows)
          return {
            data: { woken },
            text: `${woken} workflows are woken as soon as a worker hands the messages over.`,
          }
        }),
      ),
    )
