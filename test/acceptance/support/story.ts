import type { ExpectStatic } from 'vitest'
import type { Centre } from './centre.ts'
import type { Site } from './site.ts'

/** What a story has: the running site, a centre of its own, and the assertions of its test. */
export interface Scene {
  site: Site
  centre: Centre
  expect: ExpectStatic
}

/** Declares a story. Stories run at the same time; each has a centre of its own. */
export type Story = (title: string, tell: (scene: Scene) => Promise<void>) => void
