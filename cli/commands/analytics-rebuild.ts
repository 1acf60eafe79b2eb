import type { Command } from 'commander'
import { beginRebuild } from '#analytics/rollups/begin-rebuild.ts'
import { rebuild } from '#analytics/rollups/rebuild.ts'
import { answering } from '../answer.ts'
import { CENTRE, centreOf, change, withPlatform } from '../operator.ts'
import { example } from '../options.ts'

export const analyticsRebuild = (parent: Command): Command =>
  parent
    .command('rebuild')
    .description(
      'Recomputes all days of analytics from the records. An interrupted rebuild resumes where it stopped; the worker continues it too.',
    )
    .option(...CENTRE)
    .addHelpText('after', example('analytics rebuild --tenant ten_…'))
    .action(
      answering(({ tenant }: { tenant?: string }) =>
        withPlatform(async (platform) => {
          const tenantId = await centreOf(platform, tenant)
          const act = { tenantId, action: 'therapy analytics rebuild' }
          const { isNew, months } = await change(platform, act, async (ctx) => ({
            ...(await beginRebuild(ctx)),
            months: await rebuild(ctx, {
              onMonth: ({ family, month }) => {
                if (month) process.stderr.write(`therapy: ${family} of ${month.slice(0, 7)}\n`)
              },
            }),
          }))
          return {
            data: { tenantId, isNew, months },
            text: `${isNew ? 'Recomputed' : 'Resumed a rebuild and recomputed'} ${months} months of figures.`,
          }
        }),
      ),
    )
