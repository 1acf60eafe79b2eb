import type { Command } from 'commander'
import { formatAnchor, parseAnchor } from '#platform/audit/anchor.ts'
import { sealEntries, type SealReport } from '#platform/audit/seal-entries.ts'
import { answering } from '../answer.ts'
import { PLATFORM_TENANT, recorded, withPlatform } from '../operator.ts'
import { example } from '../options.ts'

export const auditSeal = (parent: Command): Command =>
  parent
    .command('seal')
    .description('Seals now, instead of within the next minute by the worker.')
    .option('--anchor <anchor>', 'fail if the trail no longer contains this head')
    .addHelpText('after', example('audit seal'))
    .action(
      answering(({ anchor: text }: { anchor?: string }) => {
        const anchor = text === undefined ? undefined : parseAnchor(text)
        return withPlatform(async (platform) => {
          const report = await recorded(
            platform,
            { tenantId: PLATFORM_TENANT, action: 'therapy audit seal' },
            () => sealEntries(platform, anchor && { anchor }),
            ({ seals, entries }) => ({ changes: { seals, entries } }),
          )
          const { seals, entries, refused, head } = report
          return {
            data: { seals, entries, refused, head: head ? formatAnchor(head) : null },
            text: textOf(report),
            ...(refused.length > 0 && { exitCode: 1 }),
          }
        })
      }),
    )

const textOf = ({ seals, entries, refused, head }: SealReport): string =>
  [
    `Sealed ${entries} entries in ${seals} seals.`,
    ...refused.map(({ tenantId, reason }) => `Not sealed: ${tenantId}. ${reason}`),
    ...(head ? [`Anchor ${formatAnchor(head)}`] : []),
  ].join('\n')
