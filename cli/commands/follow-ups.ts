import type { Command } from 'commander'
import type { Context } from '#platform/core/context/context.ts'
import { cancelFollowUp } from '#messaging/follow-ups/cancel-follow-up.ts'
import { FOLLOW_UP_KINDS } from '#messaging/follow-ups/names.ts'
import { FollowUpQuery, listFollowUps } from '#messaging/follow-ups/queries.ts'
import { OperateFollowUp, stepParams, type FollowUp } from '#messaging/follow-ups/schemas.ts'
import { runStepNow } from '#messaging/follow-ups/run-step-now.ts'
import { skipStep } from '#messaging/follow-ups/skip-step.ts'
import { answering, minute, pairs, table } from '../answer.ts'
import { CENTRE, centreOf, change, recorded, withPlatform } from '../operator.ts'
import { example, parsed } from '../options.ts'

interface List {
  tenant?: string
  child?: string
  subject?: string
  kind?: string
  status?: string
  actionRequired?: boolean
  assignee?: string
  limit: string
}

export const followUpsList = (parent: Command): Command =>
  parent
    .command('list')
    .description('Lists past and future follow-ups about the records of a centre.')
    .option(...CENTRE)
    .option('--child <id>', "about this child's records, such as appointments")
    .option('--subject <id>', 'about this record')
    .option('--kind <kind>', `of this kind: ${FOLLOW_UP_KINDS.join(', ')}`)
    .option('--status <status>', 'ACTIVE, COMPLETED or CANCELLED')
    .option('--action-required', "with a step that needs a person's attention")
    .option('--assignee <id>', 'with a step assigned to this provider or key')
    .option('--limit <n>', 'maximum number to list, newest first', '50')
    .addHelpText(
      'after',
      example(
        'follow-ups list --tenant ten_… --action-required',
        'follow-ups list --tenant ten_… --child chd_… --status ACTIVE',
      ),
    )
    .action(
      answering((typed: List) => {
        const query = parsed(FollowUpQuery, queryOf(typed), LIST_OPTIONS)
        return withPlatform(async (platform) => {
          const tenantId = await centreOf(platform, typed.tenant)
          const act = { tenantId, action: 'therapy follow-ups list' }
          const { data, hasMore } = await recorded(
            platform,
            act,
            (ctx) => listFollowUps(ctx, query),
            (page) => ({ changes: { shown: page.data.map(({ id }) => id) } }),
          )
          const more = hasMore
            ? `
There are more. Narrow the list, or raise --limit.`
            : ''
          return {
            data: { data, hasMore },
            text:
              table(
                ['FOLLOW-UP', 'KIND', 'SUBJECT', 'STATUS', 'NEXT STEP', 'AT', 'ACTION REQUIRED'],
                data.map(rowOf),
                'This follow-up does not exist.',
              ) + more,
          }
        })
      }),
    )

const queryOf = ({ child, subject, kind, status, actionRequired, assignee, limit }: List) => ({
  limit: Number(limit),
  ...(child !== undefined && { childId: child }),
  ...(subject !== undefined && { subjectId: subject }),
  ...(kind !== undefined && { kind }),
  ...(status !== undefined && { status }),
  ...(actionRequired && { actionRequired: 'true' }),
  ...(assignee !== undefined && { assigneeId: assignee }),
})

const LIST_OPTIONS = {
  limit: '--limit',
  childId: '--child',
  subjectId: '--subject',
  kind: '--kind',
  assigneeId: '--assignee',
  status: '--status',
}

const rowOf = ({ id, kind, subjectId, status, waitingOn, nextStepAt, steps }: FollowUp) => [
  id,
  kind,
  subjectId,
  status,
  waitingOn ?? '',
  nextStepAt ? minute(new Date(nextStepAt)) : '',
  steps
    .flatMap(({ step, actionRequired }) => (actionRequired ? [`${step}: ${actionRequired}`] : []))
    .join('; '),
]

interface Chosen {
  tenant?: string
  step: string
  reason?: string
}

export const followUpsSkip = (parent: Command): Command =>
  chosen(parent, 'skip')
    .description('Skips a step. If its time later changes with its subject, it is planned again.')
    .requiredOption('--step <name>', 'the step')
    .option('--reason <text>', 'the reason, for the record')
    .addHelpText('after', example('follow-ups skip flw_… --tenant ten_… --step reminder-48h'))
    .action(
      answering((id: string, typed: Chosen) =>
        decided('skip', typed, { ...stepOf(id, typed), ...reasonOf(typed) }, skipStep),
      ),
    )

export const followUpsRun = (parent: Command): Command =>
  chosen(parent, 'run')
    .description(
      'Runs a step now instead of at its due time. Its rules still apply; the list shows the result.',
    )
    .requiredOption('--step <name>', 'the step')
    .addHelpText('after', example('follow-ups run flw_… --tenant ten_… --step reminder-48h'))
    .action(
      answering((id: string, typed: Chosen) =>
        decided('run', typed, stepOf(id, typed), runStepNow),
      ),
    )

export const followUpsCancel = (parent: Command): Command =>
  chosen(parent, 'cancel')
    .description(
      'Cancels all future steps. The follow-up stays cancelled when its subject changes, until it is resumed through the API.',
    )
    .option('--reason <text>', 'the reason, for the record')
    .addHelpText(
      'after',
      example('follow-ups cancel flw_… --tenant ten_… --reason "Told by phone"'),
    )
    .action(
      answering((typedId: string, typed: Chosen) => {
        const id = parsed(stepParams.shape.id, typedId, { '': 'follow-up-id' })
        return decided('cancel', typed, { id, ...reasonOf(typed) }, cancelFollowUp)
      }),
    )

const chosen = (parent: Command, verb: string): Command =>
  parent
    .command(verb)
    .argument('<follow-up-id>', 'the follow-up')
    .option(...CENTRE)

const stepOf = (id: string, { step }: Chosen) =>
  parsed(stepParams, { id, step }, { id: 'follow-up-id', step: '--step' })

const reasonOf = ({ reason }: Chosen) =>
  parsed(OperateFollowUp, reason === undefined ? {} : { reason }, { reason: '--reason' })

/** Calls the API's verb and shows the follow-up's new state. */
const decided = <Input>(
  name: string,
  { tenant }: Chosen,
  input: Input,
  verb: (ctx: Context, input: Input) => Promise<FollowUp>,
) =>
  withPlatform(async (platform) => {
    const tenantId = await centreOf(platform, tenant)
    const act = { tenantId, action: `therapy follow-ups ${name}` }
    const after = await change(platform, act, (ctx) => verb(ctx, input))
    return {
      data: after,
      text: `${pairs([
        ['follow-up', `${after.id} (${after.kind} of ${after.subjectId})`],
        ['status', after.status],
      ])}\n\n${table(
        ['STEP', 'DUE', 'STATUS', 'OUTCOME'],
        after.steps.map(({ step, dueAt, status, runNowAt, outcome }) => [
          step,
          minute(new Date(dueAt)),
          runNowAt && status === 'SCHEDULED' ? 'running' : status,
          outcome ?? '',
        ]),
        'No steps.',
      )}`,
    }
  })
