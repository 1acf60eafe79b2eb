import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { WORKFLOWS } from '#registry/workflows.ts'
import type { WorkflowDefinition } from '#platform/core/workflow-kinds/workflows.ts'
import { activitiesByQueue } from '../../activities/by-queue.ts'
import { createActivities } from '../../activities/index.ts'
import type { ActivityDeps } from '../../activities/activity-deps.ts'
import * as queues from '../../workflows/task-queues.ts'
import { ROOT } from './imports.ts'

/** What the worker of each queue executes. */
const byQueue = new Map(
  Object.entries(activitiesByQueue(createActivities({} as ActivityDeps))).map(
    ([queue, activities]) => [queue, Object.keys(activities)],
  ),
)

/** `const { a, b } = proxyActivities<Activities>(options)` or `const all = proxyActivities<Activities>(options)`. */
const PROXY =
  /const (?:\{(?<several>[^}]*)\}|(?<one>\w+)) =\s*proxyActivities<Activities>\((?<options>\w+\)|\{[^}]*?(?:\{[^}]*\}[^}]*?)*\}\))/g

/** The names of queues by the constants that options use. */
const named = new Map(Object.entries(queues).filter(([, queue]) => typeof queue === 'string'))

/** The activities that a file of workflows calls, each with the queue that its options name. */
const calledIn = (text: string) =>
  [...text.matchAll(PROXY)].flatMap(({ groups = {} }) => {
    const queue = named.get(/taskQueue: (\w+)/.exec(groups['options']!)?.[1] ?? '') as
      | string
      | undefined
    const names = groups['one']
      ? [...text.matchAll(new RegExp(`\\b${groups['one']}\\.(\\w+)\\(`, 'g'))].map(([, it]) => it!)
      : groups['several']!.split(',').flatMap((it) => it.trim() || [])
    return names.map((activity) => ({ activity, queue }))
  })

const files = globSync('workflows/**/*.ts', { cwd: ROOT }).flatMap((file) => {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  const proxies = text.match(/proxyActivities</g)?.length ?? 0
  return proxies > 0 ? [{ file, text, proxies }] : []
})

/** Follow-ups share workflows/steps.ts, and workflows of schedules have no definition: both are on the queue of care. */
const queueOf = (text: string): string => {
  const names = [...text.matchAll(/export async function (\w+)/g)].map(([, name]) => name!)
  const definitions = Object.values(WORKFLOWS as Record<string, WorkflowDefinition>)
  const own = definitions.filter(({ name }) => names.includes(name)).map(queues.taskQueueOf)
  return own[0] ?? queues.TASK_QUEUE
}

test.each(files)('the workers of $file execute the activities that it calls', (found) => {
  const called = calledIn(found.text)
  expect([...found.text.matchAll(PROXY)]).toHaveLength(found.proxies)
  expect(called).not.toHaveLength(0)
  for (const { activity, queue = queueOf(found.text) } of called)
    expect(byQueue.get(queue), `${queue} executes`).toContain(activity)
})
