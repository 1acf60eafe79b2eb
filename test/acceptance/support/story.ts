import type { ExpectStatic } from 'vitest'
import type { Centre } from './centre.ts'
import type { Site } from './site.ts'

/** The context of a story: the running site, its own centre, and the assertions of its test. */
export interface Scene {
  site: Site
  centre: Centre
  expect: ExpectStatic
}

/** Declares a story. Stories run in parallel, each with its own centre. */
export type Story = (title: string, tell: (scene: Scene) => Promise<void>) => void
