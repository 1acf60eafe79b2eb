/** Entry point of bin/test: static checks, all tests and the quick drills. Its last line is `N passed, N failed`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { Reporting } from './downloads.ts'
import { readJson } from './files.ts'
import { mustangPath } from './mustang.ts'
import { onPath } from './on-path.ts'
import { cacheDir, root } from './paths.ts'
import { paint } from './progress.ts'
import { countsOf, longFiles, type Counts, type VitestReport } from './test-report.ts'
import { stripeMockPath } from './stripe-mock.ts'
import { temporalPrograms } from './temporal-programs.ts'
import { timeSkippingServerPath } from './time-skipping.ts'

const bin = (name: string) => path.join(root, 'node_modules', '.bin', name)

/** The compiler's build information. A second run takes a sixth of the time of the first. */
const TYPES_KNOWN = path.join(root, 'node_modules', '.cache', 'types.tsbuildinfo')

const STATIC_STAGES: [name: string, command: string, args: string[]][] = [
  ['format', bin('oxfmt'), ['--check', '.']],
  ['lint', bin('oxlint'), ['--type-aware', '--deny-warnings']],
  ['types', bin('tsc'), ['--noEmit', '--incremental', '--tsBuildInfoFile', TYPES_KNOWN]],
  ['unused', bin('knip'), []],
]

interface Tool {
  name: string
  find: (options: Reporting) => Promise<unknown>
  /** What is missing to install it. */
  missing: string
}

/** Without these tools their tests are skipped; with `CI` set, that is a failure. */
const TOOLS: Tool[] = [
  {
    name: 'time-skipping server',
    find: timeSkippingServerPath,
    missing: 'neither the download of the SDK nor the Python package index could be reached',
  },
  {
    name: 'stripe-mock',
    find: stripeMockPath,
    missing: 'install Go, and let it reach its module proxy',
  },
  {
    name: 'Temporal’s server',
    find: temporalPrograms,
    missing: 'install Go 1.25 or later, and let it reach its module proxy',
  },
  {
    name: 'validator of e-invoices',
    find: mustangPath,
    missing: 'install Java 17 (the JDK) and Maven, and let Maven reach Maven Central',
  },
]

/** Once stopped, nothing more is started. */
let stoppedBy: NodeJS.Signals | undefined

process.exitCode = (await testAll(process.argv.slice(2))).failed > 0 ? 1 : 0

async function testAll(filters: string[]): Promise<Counts> {
  const lines: string[] = []
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 }
  const stage = async (name: string, work: () => Promise<Counts>) => {
    if (stoppedBy) return
    console.log(paint(process.stdout, 'bold', `\n▶ ${name}`))
    const since = Date.now()
    const result = await work()
    const seconds = ((Date.now() - since) / 1000).toFixed(1).padStart(7)
    lines.push(
      `  ${result.failed > 0 ? '✗' : '✓'} ${name.padEnd(22)}${seconds} s  ${describe(result)}`,
    )
    for (const key of ['passed', 'failed', 'skipped'] as const) counts[key] += result[key]
  }
  if (filters.length === 0) {
    for (const [name, command, options] of STATIC_STAGES) {
      await stage(name, async () => one((await run(command, options)) === 0))
    }
  }
  for (const tool of TOOLS) await stage(tool.name, () => fetched(tool))
  await stage('tests', () => vitest(filters, lines))
  if (filters.length === 0 && process.env['TEST_DATE'] === undefined) {
    const drills = path.join(root, 'test', 'drills', 'main.ts')
    await stage('drills', async () => one((await run(process.execPath, [drills, '--quick'])) === 0))
  }
  if (stoppedBy) console.log(`\nstopped by ${stoppedBy}: tests that are not listed did not run`)
  console.log(`\n${lines.join('\n')}\n\n${describe(counts)}`)
  return counts
}

/** Downloaded before the tests, so that no test waits for a download or times out. */
async function fetched({ find, missing }: Tool): Promise<Counts> {
  const found = await find({ log: console.log })
  console.log(found ? 'found' : `not available: ${missing}`)
  return { passed: 0, failed: !found && process.env['CI'] ? 1 : 0, skipped: 0 }
}

/** Runs the tests and reports slow files. A test that fails once is a failure. */
async function vitest(filters: string[], lines: string[]): Promise<Counts> {
  const folder = mkdtempSync(path.join(tmpdir(), 'therapy-test-'))
  const reportFile = path.join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const code = await runAt(process.env['TEST_DATE'], bin('vitest'), [
    'run',
    ...reporters,
    ...filters,
  ])
  const report = readJson(reportFile) as VitestReport | undefined
  rmSync(folder, { recursive: true, force: true })
  for (const { file, seconds } of longFiles(report))
    lines.push(`    long: ${path.relative(root, file)} took ${Math.round(seconds)} s`)
  return countsOf(report, code)
}

/**
 * Runs a command, and all processes that it starts, on another date. libfaketime changes the wall clock but not
 * the clock that measures durations. Temporal's own clock does not change, so tests with Temporal and drills are
 * left out (test/support/on-another-date.ts).
 */
async function runAt(date: string | undefined, command: string, options: string[]) {
  if (date === undefined) return run(command, options)
  const days = daysUntil(date)
  if (!onPath('faketime')) throw new Error('TEST_DATE needs faketime: install libfaketime')
  const moved = ['-f', `${days < 0 ? '' : '+'}${days}d`, command, ...options]
  return run('faketime', moved, { DONT_FAKE_MONOTONIC: '1' })
}

function daysUntil(date: string): number {
  const days = Math.round((Date.parse(date) - Date.now()) / 86_400_000)
  if (Number.isNaN(days))
    throw new Error(`TEST_DATE must be a date such as 2027-03-15, not ${date}`)
  return days
}

async function run(
  command: string,
  options: string[],
  more: Record<string, string> = {},
): Promise<number> {
  const env = { ...process.env, NODE_COMPILE_CACHE: cacheDir('compiled'), ...more }
  const child = spawn(command, options, { cwd: root, env, stdio: 'inherit' })
  const forward = (signal: NodeJS.Signals) => {
    stoppedBy = signal
    child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, forward)
  const [code]: (number | null)[] = await once(child, 'close')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, forward)
  return code ?? 1
}

function one(passed: boolean): Counts {
  return { passed: Number(passed), failed: Number(!passed), skipped: 0 }
}

function describe({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
