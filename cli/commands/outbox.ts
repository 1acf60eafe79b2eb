import type { Command } from 'commander'
import { z } from 'zod'
import { notFound } from '#platform/core/errors/errors.ts'
import { idOf } from '#platform/core/records/ids.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { line } from '#platform/core/records/record.ts'
import { dropWorkflowMessage } from '#platform/outbox/drop-workflow-message.ts'
import {
  listWorkflowMessages,
  WorkflowMessageQuery,
  type WaitingMessage,
} from '#platform/outbox/list-workflow-messages.ts'
import { retryWorkflowMessages } from '#platform/outbox/retry-workflow-messages.ts'
import { answering, minute, table } from '../answer.ts'
import { UsageError } from '../failure.ts'
import { change, PLATFORM_TENANT, recorded, withPlatform } from '../operator.ts'
import { example, parsed } from '../options.ts'

const MESSAGE = { '': 'message-id' }

export const outboxList = (parent: Command): Command =>
  parent
    .command('list')
    .description('Lists messages to workflows that wait for their hand-over to Temporal.')
    .option('--tenant <id>', 'only messages of this centre')
    .option('--refused', 'only messages that Temporal refused')
    .option('--limit <n>', 'maximum number to list, oldest first', '50')
    .addHelpText('after', example('outbox list', 'outbox list --refused --tenant ten_…'))
    .action(
      answering(({ tenant, ...typed }: { tenant?: string; refused?: boolean; limit: string }) => {
        const input = { ...typed, limit: Number(typed.limit), ...(tenant && { tenantId: tenant }) }
        const query = parsed(WorkflowMessageQuery, input, { limit: '--limit' })
        return withPlatform(async (platform) => {
          const act = { tenantId: tenant ?? PLATFORM_TENANT, action: 'therapy outbox list' }
          const found = await recorded(platform, act, () => listWorkflowMessages(platform, query))
          return {
            data: { data: found },
            text: table(
              ['MESSAGE', 'CENTRE', 'WORKFLOW', 'SUBJECT', 'SINCE', 'STATE', 'WHY'],
              found.map((it) => [
                it.id,
                it.tenantId,
                `${it.action} ${it.workflow}`,
                it.subjectId,
                minute(it.createdAt),
                stateOf(it, platform.clock.now()),
                it.error ?? '',
              ]),
              query.refused ? 'Temporal has refused no message.' : 'Nothing waits.',
            ),
          }
        })
      }),
    )

const stateOf = ({ attempts, availableAt }: WaitingMessage, now: Date): string => {
  if (attempts === 0) return availableAt > now ? `due ${minute(availableAt)}` : 'waits'
  return `refused ${attempts} times, next attempt ${availableAt > now ? minute(availableAt) : 'now'}`
}

export const outboxRetry = (parent: Command): Command =>
  parent
    .command('retry')
    .description('Retries messages that Temporal refused now, instead of at their next time.')
    .argument('[message-id]', 'the message')
    .option('--all', 'all refused messages')
    .option('--tenant <id>', 'with --all: only messages of this centre')
    .addHelpText('after', example('outbox retry wfm_…', 'outbox retry --all --tenant ten_…'))
    .action(
      answering((typed: string | undefined, { all = false, tenant }: Retry) => {
        if (all === (typed !== undefined))
          throw new UsageError('Name a message-id from `therapy outbox list`, or pass --all.')
        const id = typed === undefined ? undefined : parsed(idOf('workflowMessage'), typed, MESSAGE)
        return withPlatform(async (platform) => {
          const tenantId = id ? await centreOf(platform, id) : (tenant ?? PLATFORM_TENANT)
          const act = { tenantId, action: 'therapy outbox retry' }
          const chosen = { ...(id && { id }), ...(tenant && { tenantId: tenant }) }
          const retried = await recorded(
            platform,
            act,
            async () => {
              const found = await retryWorkflowMessages(platform, chosen)
              if (id && found.length === 0) throw notFound('message that Temporal refused')
              return found
            },
            (ids) => ({ changes: { retried: ids } }),
          )
          const what = retried.length === 1 ? '1 message is' : `${retried.length} messages are`
          return {
            data: { data: retried.map((it) => ({ id: it })) },
            text: `${what} will be retried if a worker is running. Check the result with \`therapy outbox list --refused\`.`,
          }
        })
      }),
    )

interface Retry {
  all?: boolean
  tenant?: string
}

const Dropped = z.strictObject({ id: idOf('workflowMessage'), reason: line(200) })

export const outboxDrop = (parent: Command): Command =>
  parent
    .command('drop')
    .description(
      'Drops a message: it will not start or wake its workflow, and the messages behind it continue.',
    )
    .argument('<message-id>', 'the message')
    .requiredOption('--reason <text>', 'the reason, for the audit trail')
    .option('--yes', 'confirm the drop: it cannot be undone')
    .addHelpText('after', example('outbox drop wfm_… --reason "Of a version that is gone" --yes'))
    .action(
      answering((typed: string, { yes, reason }: { yes?: boolean; reason: string }) => {
        const options = { id: 'message-id', reason: '--reason' }
        const input = parsed(Dropped, { id: typed, reason }, options)
        if (!yes)
          throw new UsageError(
            `Dropping ${input.id} cannot be undone: it will never be handed over. Inspect it with \`therapy outbox list\`; add --yes to drop it.`,
          )
        return withPlatform(async (platform) => {
          const act = {
            tenantId: await centreOf(platform, input.id),
            action: 'therapy outbox drop',
          }
          const dropped = await change(platform, act, (ctx) => dropWorkflowMessage(ctx, input))
          return {
            data: { tenantId: act.tenantId, ...dropped },
            text: `${dropped.id} is dropped: ${dropped.workflow} of ${dropped.subjectId} will not receive it. To start any work that its records still need, run \`therapy workflows wake --tenant ${act.tenantId}\`.`,
          }
        })
      }),
    )

/** A message's id is unique across all centres. */
const centreOf = async ({ database }: Platform, id: string): Promise<string> => {
  const { rows } = await database.system.query<{ tenant: string }>(
    'SELECT tenant_id AS tenant FROM outbox WHERE id = $1',
    [id],
  )
  if (!rows[0]) throw notFound('message')
  return rows[0].tenant
}
