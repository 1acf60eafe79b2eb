import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { afterAll, expect, test } from 'vitest'

import { root } from '../../dev/paths.ts'

const run = promisify(execFile)
const checkout = mkdtempSync(path.join(tmpdir(), 'therapy-dev-bootstrap-'))
afterAll(() => rmSync(checkout, { recursive: true, force: true }))

const { APP_DATABASE_URL: _, ...env } = process.env

/** A checkout whose npm only counts calls and takes a while, like a real installation. */
function prepareCheckout(): NodeJS.ProcessEnv {
  cpSync(path.join(root, 'bin'), path.join(checkout, 'bin'), { recursive: true })
  for (const folder of ['cli', 'tools', '.therapy']) mkdirSync(path.join(checkout, folder))
  writeFileSync(path.join(checkout, 'package-lock.json'), '{}')
  writeFileSync(
    path.join(checkout, 'cli', 'main.ts'),
    'console.log(JSON.stringify([process.env["APP_DATABASE_URL"] ?? null, ...process.argv.slice(2)]))',
  )
  writeFileSync(path.join(checkout, '.therapy', 'env'), "APP_DATABASE_URL='postgresql://it''s'\n")
  const npm =
    '#!/bin/sh\necho called >>calls\nsleep 1\nmkdir -p node_modules\necho {} >node_modules/.package-lock.json\n'
  writeFileSync(path.join(checkout, 'tools', 'npm'), npm, { mode: 0o755 })
  symlinkSync(process.execPath, path.join(checkout, 'tools', 'node'))
  return { ...env, PATH: `${path.join(checkout, 'tools')}:${env['PATH']}` }
}

const therapy = (checkoutEnv: NodeJS.ProcessEnv, ...args: string[]) =>
  run(path.join(checkout, 'bin', 'therapy'), args, { env: checkoutEnv })

test('dependencies are installed once, even by two simultaneous starts, and later starts are silent', async () => {
  const checkoutEnv = prepareCheckout()
  const starts = await Promise.all([therapy(checkoutEnv, 'a'), therapy(checkoutEnv, 'b')])
  expect(starts.map((it) => it.stderr).join('')).toContain('Installing dependencies')
  const calls = await run('cat', [path.join(checkout, 'calls')])
  expect(calls.stdout).toBe('called\n')
  expect((await therapy(checkoutEnv)).stderr).toBe('')
})

test('bin/therapy uses the platform beside it, that of --data, or the given one', async () => {
  const checkoutEnv = { ...env, PATH: `${path.join(checkout, 'tools')}:${env['PATH']}` }
  const other = path.join(checkout, 'other place')
  mkdirSync(other)
  writeFileSync(path.join(other, 'env'), "APP_DATABASE_URL='other'\n")
  const own = path.join(checkout, '.therapy')
  const answer = async (...args: string[]) =>
    JSON.parse((await therapy(checkoutEnv, ...args)).stdout)
  expect(await answer('key', 'list', '--json')).toEqual([
    'postgresql://its',
    '--data',
    own,
    'key',
    'list',
    '--json',
  ])
  expect(await answer('key', '--data', other, 'a b')).toEqual([
    'other',
    '--data',
    other,
    'key',
    'a b',
  ])
  expect(await answer(`--data=${other}`, '--name', '$(x)')).toEqual([
    'other',
    '--data',
    other,
    '--name',
    '$(x)',
  ])
  const ownEnv = path.join(own, 'env')
  rmSync(ownEnv)
  writeFileSync(path.join(own, 'elsewhere'), `${other}\n`)
  const found = await therapy(checkoutEnv, 'key')
  expect(JSON.parse(found.stdout)).toEqual(['other', '--data', other, 'key'])
  expect(found.stderr).toBe(`therapy: the platform of bin/up --data ${other}\n`)
  rmSync(path.join(other, 'env'))
  expect(await therapy(checkoutEnv)).toEqual({ stdout: '[null]\n', stderr: '' })
  await expect(therapy(checkoutEnv, '--data', other)).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`no platform runs in ${other}`),
  })
  const given = await therapy({ ...checkoutEnv, APP_DATABASE_URL: 'given' })
  expect(JSON.parse(given.stdout)).toEqual(['given'])
})

test('every command prints its help before anything is installed', async () => {
  const fresh = mkdtempSync(path.join(tmpdir(), 'therapy-dev-fresh-'))
  try {
    cpSync(path.join(root, 'bin'), path.join(fresh, 'bin'), { recursive: true })
    // No Node, no npm.
    const system = { env: { PATH: '/usr/bin:/bin', XDG_CACHE_HOME: fresh } }
    const up = await run(path.join(fresh, 'bin', 'up'), ['--json', '--help'], system)
    expect(up.stdout).toContain('--no-demo')
    const tests = await run(path.join(fresh, 'bin', 'test'), ['-h'], system)
    expect(tests.stdout).toContain('bin/test [filter…]')
    const drills = await run(path.join(fresh, 'bin', 'drills'), ['--quick', '--help'], system)
    expect(drills.stdout).toContain('--quick')
    const help = await run(path.join(fresh, 'bin', 'therapy'), ['--help'], system)
    expect(help.stdout).toContain('Usage: therapy')
    for (const { stderr } of [up, tests, drills, help]) expect(stderr).toBe('')
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
})

test('a long installation reports progress: in one line on a terminal, every half minute elsewhere', async () => {
  const slow = mkdtempSync(path.join(tmpdir(), 'therapy-dev-slow-'))
  const slowEnv = { ...env, PATH: `${path.join(slow, 'tools')}:${env['PATH']}` }
  const command = path.join(slow, 'bin', 'therapy')
  const tool = (name: string, script: string) =>
    writeFileSync(path.join(slow, 'tools', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  try {
    cpSync(checkout, slow, { recursive: true })
    tool('npm', '/bin/sleep 4\nmkdir -p node_modules\necho {} >node_modules/.package-lock.json')
    // Half a minute passes within a second.
    tool('sleep', 'case $1 in 30) echo half >>slept ;; esac; exec /bin/sleep 1')
    const uninstalled = () =>
      rmSync(path.join(slow, 'node_modules'), { recursive: true, force: true })
    uninstalled()
    const { stdout, stderr } = await run(command, ['a'], { env: slowEnv, cwd: slow })
    expect(stdout).toContain('"a"')
    expect(stderr).not.toContain('\r')
    const lines = stderr.match(/npm ci: \d+ s\n/g) ?? []
    const slept = readFileSync(path.join(slow, 'slept'), 'utf8').trim().split('\n')
    expect(lines.length).toBeGreaterThan(0)
    expect(slept.length - lines.length).toBeLessThan(2)

    uninstalled()
    const terminal = await run('script', ['-qec', `'${command}' a`, '/dev/null'], { env: slowEnv })
    const [, progress = ''] = terminal.stdout.split(/Installing dependencies.*\r?\n/)
    const rewritten = progress.split('\r\u001B[K').filter((it) => /^ {2}npm ci: \d+ s$/.test(it))
    expect(rewritten.length).toBeGreaterThan(1)
    expect(progress.split('\n')[0]).toContain('npm ci')
  } finally {
    rmSync(slow, { recursive: true, force: true })
  }
})
