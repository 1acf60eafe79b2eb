import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { describeFailure, exitCodeOf } from '../../cli/failure.ts'
import { HELP_FILE, helpText } from '../../cli/help-text.ts'
import { createProgram } from '../../cli/program.ts'
import { therapy } from './therapy.ts'

/** Fails like `therapy`; errors are found before the environment is read. */
const failureOf = async (...args: string[]) => {
  let said = ''
  const program = createProgram()
  const quiet = { writeErr: (text: string) => void (said += text) }
  for (const command of [program, ...program.commands, ...leaves(program)]) {
    command.configureOutput(quiet)
  }
  const error: unknown = await program.parseAsync(args, { from: 'user' }).then(
    () => undefined,
    (failure: unknown) => failure,
  )
  return { code: exitCodeOf(error), said: said + describeFailure(error, { debug: false }) }
}

const leaves = (command = createProgram()): ReturnType<typeof createProgram>[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap((it) => leaves(it))

test('the help of bin/therapy before an installation equals the help of the commands', async () => {
  // `node cli/help-text.ts` writes it.
  expect(await readFile(HELP_FILE, 'utf8')).toBe(helpText())
})

test.each([
  ['therapy', []],
  ['therapy key', ['key']],
  ['therapy key create', ['key', 'create']],
])('the help of %s needs neither Node nor packages', (usage, words) => {
  const script = fileURLToPath(new URL('../../bin/therapy', import.meta.url))
  // Only modules that print text are loaded.
  const { stdout, status } = spawnSync('/bin/sh', [script, ...words, '--help'], {
    env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent' },
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  expect(stdout).toMatch(new RegExp(`^Usage: ${usage} `))
})

const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))

test.each([
  ['what it says', 'stdout', ['whoami', '--help']],
  ['why it fails', 'stderr', ['api']],
] as const)('ends when the reader of %s closes the pipe', async (_, gone, args) => {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  child[gone].destroy()
  const [status] = (await once(child, 'exit')) as [number | null]
  expect(status).toBe(141)
  expect(gone === 'stderr' ? '' : await text(child.stderr)).toBe('')
})

test.each(['whoami', 'api', 'login', 'logout'])('%s loads only names and variables', (command) => {
  const hook = `import { registerHooks } from 'node:module'
    registerHooks({ load: (url, context, next) => { console.error(url); return next(url, context) } })`
  const { stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(hook)}`,
      main,
      '--data',
      'x',
      command,
      '--help',
    ],
    { encoding: 'utf8' },
  )
  const loaded = stderr.split('\n').filter((line) => line.includes('/domain/'))
  const names = loaded.map((url) => path.basename(url)).toSorted()
  const forNames = ['client-id.ts', 'closest.ts', 'errors.ts', 'issue-message.ts', 'issue.ts']
  const forVariables = ['environment.ts', 'variables.ts', 'worker-sizes.ts', 'time.ts']
  const ofRetention = ['key-lifetime-ms.ts', 'retention-days.ts', 'retention.ts']
  expect(names).toEqual([...forNames, ...forVariables, ...ofRetention].toSorted())
})

test('every error begins with the name of the program', async () => {
  for (const args of [['nosuch'], ['api', 'FOO', '/x'], ['tenant', 'list', '--nosuch'], ['api']]) {
    const { said } = await failureOf(...args)
    expect(said).toMatch(/^therapy: /)
    expect(said).not.toContain('error: ')
  }
})

test('every command says what it does, with an example', () => {
  for (const command of leaves()) {
    let help = ''
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
    const path = []
    for (let at: typeof command | null = command; at; at = at.parent) path.unshift(at.name())
    expect(help).toContain(`Usage: ${path.join(' ')}`)
    expect(help).toMatch(new RegExp(`Examples?:\n  \\$ ${path.join(' ')}`))
    expect(command.description()).toMatch(/\.$/)
  }
})

describe('wrong usage names the option and exits with 2', () => {
  const tenant = ['tenant', 'create']
  const key = ['key', 'create', '--tenant', 'ten_1', '--name', 'x']
  test.each([
    [['tenants'], "unknown command 'tenants'"],
    [['tenant', 'crate'], "unknown command 'crate'"],
    [[...tenant, '--name', 'x', '--nme', 'y'], "unknown option '--nme'"],
    [tenant, "required option '--name <name>'"],
    [[...tenant, '--name', ' '], '--name: '],
    [
      [...tenant, '--name', 'x', '--time-zone', 'Mars/Olympus'],
      '--time-zone: must be an IANA time zone',
    ],
    [[...tenant, '--name', 'x', '--currency', 'euro'], '--currency: must be an ISO 4217 code'],
    [['key', 'create', '--tenant', 'ten_1'], "required option '--name <name>'"],
    [[...key, '--scopes', 'bookngs'], '--scopes: '],
    [[...key, '--scopes', ''], '--scopes: '],
    [[...key, '--methods', 'PUT'], '--methods: '],
    [[...key, '--expires', 'tomorrow'], '--expires: must be ISO 8601'],
    [[...key, '--rate-limit', 'many'], '--rate-limit: '],
    [['operator', 'token'], "required option '--name <name>'"],
    [['operator', 'token', '--name', 'ana b'], '--name: must be 1 to 63 letters'],
    [['operator', 'token', '--name', 'ana', '--minutes', '61'], '--minutes: '],
    [['operator', 'revoke'], 'Name a token-id, or a person with --name.'],
    [['operator', 'revoke', 'apt_1'], 'token-id: must be an ID such as opt_'],
    [['key', 'revoke', 'apt_1'], 'client-id: must be an ID such as key_01m7zavmhde4es2ts9few7fzev'],
    [['key', 'revoke'], "missing required argument 'client-id'"],
    [['audit', 'verify', '--anchor', 'x'], "'x' is not an anchor"],
  ])('%j', async (args, message) => {
    const { code, said } = await failureOf(...args)
    expect(said).toContain(message)
    expect(code).toBe(2)
  })
})

test('help exits with 0, and a missing command is wrong usage on stderr', async () => {
  expect(await therapy({}, '--help')).toMatchObject({ code: 0, stderr: '' })
  expect(await therapy({})).toMatchObject({ code: 2, stdout: '' })
})

test('a missing requirement is named in one line, with a stack trace only on request', async () => {
  const none = await therapy({}, 'tenant', 'list')
  expect(none).toMatchObject({ code: 2, stdout: '' })
  expect(none.stderr).toMatch(/^therapy: APP_DATABASE_URL, .* not set, .*\n$/)

  const nobody = {
    APP_DATABASE_URL: 'postgres://therapy_app:x@127.0.0.1:1/x',
    SYSTEM_DATABASE_URL: 'postgres://therapy_system:x@127.0.0.1:1/x',
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  }
  const down = await therapy(nobody, 'tenant', 'list')
  expect(down).toMatchObject({ code: 1, stdout: '' })
  expect(down.stderr).toMatch(/^therapy: PostgreSQL does not answer\. .*\n$/)
  expect((await therapy(nobody, 'tenant', 'list', '--debug')).stderr).toContain('\n    at ')

  const keys = await therapy({ ...nobody, ENCRYPTION_KEYS: 'k1:short' }, 'tenant', 'list')
  expect(keys).toMatchObject({ code: 1 })
  expect(keys.stderr).toMatch(/^therapy: ENCRYPTION_KEYS must be a list .*\n$/)
})
