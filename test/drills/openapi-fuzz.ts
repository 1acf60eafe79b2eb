import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pythonTool } from '../../dev/python-tool.ts'
import { openCentre } from './centre.ts'
import type { Drill } from './drill.ts'
import { Ledger } from './ledger.ts'

const VERSION = '4.32.5'
const SCHEMATHESIS = { requirement: `schemathesis==${VERSION}`, program: 'st' }
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
]
/** Time beyond the limit of Schemathesis before it is killed, in milliseconds. */
const OVERTIME_MS = 60_000

export const openapiFuzz: Drill = {
  name: 'openapi-fuzz',
  what: `the whole OpenAPI document fuzzed by Schemathesis ${VERSION}: no 5xx, no undocumented status or body`,
  run: async (run) => {
    const { site, random, quick, count, holds, say } = run
    const schemathesis = await pythonTool(SCHEMATHESIS, say)
    if (!schemathesis) return count('skipped', 'Python 3 with PyPI is not available here')
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random })
    // Nothing may be sent to addresses invented by a fuzzer.
    await Promise.all(site.workers.map((it) => it.end('SIGTERM')))
    const seconds = quick ? 60 : 300
    const [api] = site.apis
    const [documentFile, reportFile, logFile] = ['json', 'report.json', 'log'].map((suffix) =>
      path.join(site.dir, `schemathesis.${suffix}`),
    ) as [string, string, string]
    const document = await (await fetch(`${api!.url}/openapi.json`)).text()
    writeFileSync(documentFile, document)
    const args = [
      ['run', documentFile, '--url', api!.url, '--seed', `${random.between(1, 2 ** 31)}`],
      ['--header', `Authorization: Bearer ${centre.client.token}`, '--checks', CHECKS.join(',')],
      ['--max-time', `${seconds}`, '--max-examples', quick ? '10' : '100', '--continue-on-failure'],
      ['--phases', 'examples,coverage,fuzzing', '--suppress-health-check', 'all', '--no-shrink'],
      ['--warnings', 'off', '--report', 'json', '--report-json-path', reportFile],
    ].flat()
    const log = createWriteStream(logFile)
    await once(log, 'open')
    const child = spawn(schemathesis, args, { cwd: site.dir, stdio: ['ignore', log, log] })
    const overtime = setTimeout(() => child.kill('SIGKILL'), seconds * 1_000 + OVERTIME_MS)
    const [code] = (await once(child, 'exit')) as [number | null]
    clearTimeout(overtime)
    await site.query(`UPDATE webhook_endpoints SET archived_at = now() WHERE tenant_id = $1`, [
      centre.tenantId,
    ])
    const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report
    const { tested, total, errored } = report.operations
    count('operations', `${tested} of ${total}`)
    count('requests', report.test_cases.generated)
    count('failures', report.test_cases.unique_failures)
    holds('every operation was tested', tested === total && errored === 0, report.operations)
    holds('Schemathesis found nothing', code === 0, readFileSync(logFile, 'utf8').slice(-4_000))
    holds('no process ended by itself', site.accidents.length === 0, site.accidents.splice(0))
  },
}

interface Report {
  operations: { total: number; tested: number; errored: number }
  test_cases: { generated: number; unique_failures: number }
}
