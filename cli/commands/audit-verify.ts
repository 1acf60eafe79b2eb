import type { Command } from 'commander'
import { formatAnchor, parseAnchor } from '#platform/audit/anchor.ts'
import type { TrailProblem } from '#platform/audit/trail-problem.ts'
import { verifyTrail, type TrailReport } from '#platform/audit/verify-trail.ts'
import { answering, pairs } from '../answer.ts'
import { PLATFORM_TENANT, recorded, withPlatform } from '../operator.ts'
import { example } from '../options.ts'

interface Options {
  tenant?: string
  anchor?: string
}

export const auditVerify = (parent: Command): Command =>
  parent
    .command('verify')
    .description(
      'Verifies the audit trail. If an entry or seal was altered, removed, inserted or reordered, names the first one and exits with 1.',
    )
    .option('--tenant <id>', 'only this centre')
    .option(
      '--anchor <anchor>',
      'the anchor that an earlier verification printed: detects a truncated end',
    )
    .addHelpText('after', example('audit verify', 'audit verify --tenant ten_… --json'))
    .action(
      answering(({ tenant, anchor: text }: Options) => {
        const anchor = text === undefined ? undefined : parseAnchor(text)
        return withPlatform(async (platform) => {
          const { head, ...report } = await recorded(
            platform,
            { tenantId: tenant ?? PLATFORM_TENANT, action: 'therapy audit verify' },
            () =>
              verifyTrail(platform, {
                ...(tenant !== undefined && { tenantId: tenant }),
                ...(anchor && { anchor }),
              }),
            ({ ok, problem }) => ({ changes: { ok, ...(problem && { problem }) } }),
          )
          return {
            data: { ...report, anchor: head ? formatAnchor(head) : null },
            text: report.problem
              ? brokenText(report.problem)
              : soundText({ ...report, ...(head && { head }) }),
            ...(!report.ok && { exitCode: 1 }),
          }
        })
      }),
    )

const soundText = ({ seals, entries, unsealed, head }: TrailReport): string =>
  [
    `The audit trail is sound: ${entries} entries in ${seals} seals; ${unsealed} not sealed yet.`,
    ...(head
      ? [
          `Anchor ${formatAnchor(head)}`,
          'Store it elsewhere, and pass it to the next verification with `--anchor`.',
        ]
      : []),
  ].join('\n')

const brokenText = ({ kind, tenantId, sealNumber, entryId, detail }: TrailProblem): string => {
  const place = [
    ['tenant', tenantId],
    ['seal', sealNumber?.toString()],
    ['entry', entryId],
  ] as const
  return [
    `The audit trail is BROKEN: ${kind}.`,
    detail,
    pairs(place.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []))),
  ]
    .filter(Boolean)
    .join('\n')
}
