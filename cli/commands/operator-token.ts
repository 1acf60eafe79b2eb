import type { Command } from 'commander'
import {
  issueOperatorToken,
  LONGEST_OPERATOR_MINUTES,
  OperatorRequest,
} from '#platform/identity/issue-operator-token.ts'
import { answering, pairs } from '../answer.ts'
import { PLATFORM_TENANT, recorded, withPlatform } from '../operator.ts'
import { example, parsed } from '../options.ts'

interface Options {
  name: string
  minutes: string
}

export const operatorToken = (parent: Command): Command =>
  parent
    .command('token')
    .description('Creates a token for reading payloads in the Temporal UI (/codec/sign-in).')
    .requiredOption('--name <name>', 'the person who will use it, for the audit trail')
    .option(
      '--minutes <n>',
      `minutes of validity, at most ${LONGEST_OPERATOR_MINUTES}`,
      String(LONGEST_OPERATOR_MINUTES),
    )
    .addHelpText('after', example('operator token --name ana@example.org --minutes 15'))
    .action(
      answering(({ name, minutes }: Options) => {
        const request = parsed(OperatorRequest, { name, minutes: Number(minutes) }, OPTIONS)
        return withPlatform(async (platform) => {
          const act = { tenantId: PLATFORM_TENANT, action: 'therapy operator token' }
          const { id, token, expiresAt } = await recorded(
            platform,
            act,
            () => issueOperatorToken(platform, request),
            (made) => ({
              changes: { tokenId: made.id, operator: made.name, expiresAt: made.expiresAt },
            }),
          )
          return {
            data: { id, token, expiresAt: expiresAt.toISOString() },
            text: `${pairs([
              ['id', id],
              ['token', token],
              ['until', expiresAt.toISOString()],
            ])}\nEnter it at /codec/sign-in of the API, then open workflows in the Temporal UI.`,
          }
        })
      }),
    )

const OPTIONS = { name: '--name', minutes: '--minutes' }
