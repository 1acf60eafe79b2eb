import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { Argument, type Command } from 'commander'
import { answering } from '../answer.ts'
import { callApi } from '../api-call.ts'
import { UsageError } from '../failure.ts'
import { keptKey } from '../kept-keys.ts'
import { example } from '../options.ts'

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']

interface Options {
  url?: string
  body?: string
}

export const api = (parent: Command): Command =>
  parent
    .command('api')
    .description('Calls the API as the logged-in user, and prints the response.')
    .addArgument(new Argument('<method>', 'the HTTP method').choices(METHODS))
    .argument('<path>', 'such as /v1/appointments?limit=5')
    .option('--body <json>', 'the body; @file reads a file, @- reads standard input')
    .option('--url <url>', "the platform's URL (default: the one you last logged in to)")
    .addHelpText(
      'after',
      example('api GET "/v1/appointments?limit=5"', 'api POST /v1/locations --body @location.json'),
    )
    .action(
      answering(async (method: string, path: string, { url, body }: Options) => {
        const key = await keptKey(url)
        if (!path.startsWith('/')) throw new UsageError('path: must begin with /, such as /v1/me.')
        const answer = await callApi(key, {
          method,
          path,
          body: body === undefined ? undefined : await contentOf(body),
        })
        return { data: answer as object, text: JSON.stringify(answer, null, 2) }
      }),
    )

const contentOf = async (body: string): Promise<string> => {
  if (!body.startsWith('@')) return body
  return body === '@-' ? text(process.stdin) : readFile(body.slice(1), 'utf8')
}
