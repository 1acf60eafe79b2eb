import { expect, test } from 'vitest'
import { createProgram } from '../../cli/program.ts'
import { therapy } from './therapy.ts'

const leaves = (command = createProgram()): ReturnType<typeof createProgram>[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap((it) => leaves(it))

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

test('help is no failure; nothing to do, an unknown command and an unknown option are', async () => {
  expect(await therapy({}, '--help')).toMatchObject({ code: 0, stderr: '' })
  expect(await therapy({})).toMatchObject({ code: 2, stdout: '' })
  const unknown = await therapy({}, 'tenants')
  expect(unknown).toMatchObject({ code: 2 })
  expect(unknown.stderr).toContain("unknown command 'tenants'")
  const option = await therapy({}, 'tenant', 'create', '--name', 'x', '--nme', 'y')
  expect(option).toMatchObject({ code: 2 })
  expect(option.stderr).toContain("unknown option '--nme'")
})

test('what is missing is named in one line, without a stack', async () => {
  const none = await therapy({}, 'tenant', 'list')
  expect(none).toMatchObject({ code: 2, stdout: '' })
  expect(none.stderr).toMatch(/^therapy: APP_DATABASE_URL, .* not set\. .*\n$/)

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
  expect(keys.stderr).toContain('ENCRYPTION_KEYS must be a list')
})
