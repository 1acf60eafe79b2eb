import type { Command } from 'commander'
import { z } from 'zod'
import { answering, pairs } from '../answer.ts'
import { PLATFORM_TENANT, recorded, withPlatform } from '../operator.ts'
import { example, parsed } from '../options.ts'
import { withTemporal, type Connected } from '../temporal.ts'

const Setup = z.strictObject({
  retentionDays: z.int().min(1).max(3_650),
  ui: z.url({ protocol: /^https?$/ }).optional(),
})

const OPTIONS = { retentionDays: '--retention-days', ui: '--ui' }

export const temporalSetup = (parent: Command): Command =>
  parent
    .command('setup')
    .description(
      'Prepares the namespace: creates it if allowed, registers the search attributes, creates the schedules, and prints useful views for the Temporal UI. Safe to run again.',
    )
    .option(
      '--retention-days <n>',
      'retention of closed workflows in days, for a new namespace',
      '7',
    )
    .option('--ui <url>', 'address of the Temporal UI: print the views as links')
    .addHelpText('after', example('temporal setup --ui https://temporal.example.org'))
    .action(
      answering(({ ui, ...typed }: { retentionDays: string; ui?: string }) => {
        const input = { retentionDays: Number(typed.retentionDays), ui }
        const options = parsed(Setup, input, OPTIONS)
        return withPlatform(async (platform) => {
          const act = { tenantId: PLATFORM_TENANT, action: 'therapy temporal setup' }
          const done = await recorded(
            platform,
            act,
            () =>
              withTemporal((connected) =>
                setUp(connected, { ...options, now: platform.clock.now() }),
              ),
            ({ views: _, ...changes }) => ({ changes }),
          )
          const named = (names: string[]) => (names.length > 0 ? names.join(', ') : 'up to date')
          return {
            data: done,
            text: [
              pairs([
                ['namespace', `${done.namespace} ${done.created ? 'was created' : 'exists'}`],
                ['search attributes', named(done.searchAttributes)],
                ['schedules', named(done.schedules)],
              ]),
              'Views: the Temporal UI stores them in each browser. Open one and choose Save View.',
              ...done.views.map(({ name, query, url }) => `${name}\n  ${url ?? query}`),
            ].join('\n\n'),
          }
        })
      }),
    )

const setUp = async (
  { connection, namespace }: Connected,
  { retentionDays, ui, now }: z.infer<typeof Setup> & { now: Date },
) => {
  const { Client } = await import('@temporalio/client')
  const { ensureNamespace, onceKnown } =
    await import('../../providers/temporal/ensure-namespace.ts')
  const { registerSearchAttributes } = await import('../../providers/temporal/index.ts')
  const { urlOf, viewsAt } = await import('../../providers/temporal/views.ts')
  const { ensureSchedules } = await import('../../worker/schedules.ts')
  const made = await ensureNamespace(connection, { namespace, retentionDays })
  const searchAttributes = await onceKnown(() => registerSearchAttributes(connection, namespace))
  const client = new Client({ connection, namespace })
  return {
    namespace,
    created: made === 'created',
    searchAttributes,
    schedules: await onceKnown(() => ensureSchedules(client)),
    views: viewsAt(now).map(({ name, query }) => ({
      name,
      query,
      ...(ui && { url: urlOf(ui, namespace, query) }),
    })),
  }
}
