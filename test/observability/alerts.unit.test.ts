/** The example alert rules, evaluated by Prometheus itself if `promtool` is installed (Debian: prometheus). */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { ALERT_CASES, type AlertCase } from './alert-cases.ts'

interface Rule {
  alert: string
  labels: Record<string, string>
  annotations: Record<string, string>
}

const RULES = path.join(import.meta.dirname, '../../docs/monitoring/alerts.yml')
/** It is quick, except on a busy machine. */
const SLOW = { timeout: 600_000 }
const promtool = process.env['PROMTOOL'] ?? 'promtool'
const isThere = spawnSync(promtool, ['--version']).status === 0
if (!isThere)
  console.log('promtool is not there: alert rules are not tried (PROMTOOL names one elsewhere)')

const { groups } = parse(readFileSync(RULES, 'utf8')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const ruleOf = ({ alert }: AlertCase) => rules.find((rule) => rule.alert === alert)!

test('every alert has a case that fires and one that does not', () => {
  const known = rules.map(({ alert }) => alert)
  expect(new Set(ALERT_CASES.map(({ alert }) => alert))).toEqual(new Set(known))
})

test.skipIf(!isThere)('promtool accepts the rules', SLOW, () => {
  const said = execFileSync(promtool, ['check', 'rules', RULES], { encoding: 'utf8' })
  expect(said).toContain(`SUCCESS: ${rules.length} rules found`)
})

const inputOf = (series: AlertCase['fires']) =>
  Object.entries(series).map(([name, values]) => ({ series: name, values }))

/** Two promtool tests: it fires with these labels and this text, or does not. */
const testsOf = (it: AlertCase) => {
  const { labels, annotations } = ruleOf(it)
  const runNow = {
    exp_labels: { ...labels, ...it.labels },
    exp_annotations: { ...annotations, summary: it.summary },
  }
  const look = { eval_time: it.at, alertname: it.alert }
  return [
    {
      interval: '1m',
      input_series: inputOf(it.fires),
      alert_rule_test: [{ ...look, exp_alerts: [runNow] }],
    },
    {
      interval: '1m',
      input_series: inputOf(it.quiet),
      alert_rule_test: [{ ...look, exp_alerts: [] }],
    },
  ]
}

test.skipIf(!isThere)('alerts fire when they should and say what is wrong', SLOW, () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'therapy-alerts-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const file = path.join(dir, 'alerts.test.json')
  const unitTests = { rule_files: [RULES], tests: ALERT_CASES.flatMap(testsOf) }
  writeFileSync(file, JSON.stringify(unitTests))
  const { status, stdout, stderr } = spawnSync(promtool, ['test', 'rules', file], {
    encoding: 'utf8',
  })
  expect(status, stdout + stderr).toBe(0)
  expect(stdout).toContain('SUCCESS')
})
