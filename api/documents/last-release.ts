import { readFileSync } from 'node:fs'
import { NEXT_MAJOR } from '../next-major.ts'
import { API_VERSION } from './changelog.ts'
import { breakingChanges } from './breaking-changes.ts'
import type { OpenApiDocument } from './openapi-document.ts'

/** The document of the last release. */
export const lastRelease = (): OpenApiDocument => {
  const text = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')
  return JSON.parse(text) as OpenApiDocument
}

/** The incompatible changes since the last release, compared with those that the next major version declares. */
export const brokenPromises = (current: OpenApiDocument, declared = NEXT_MAJOR?.changes ?? {}) => {
  const found = breakingChanges(lastRelease(), current)
  return {
    undeclared: found.filter((line) => !(line in declared)),
    /** Changes that are declared but do not exist. */
    stale: Object.keys(declared).filter((line) => !found.includes(line)),
  }
}

/** What prevents a release now. */
export const releaseFaults = (packageVersion: string, now = new Date()): string[] => {
  const faults: string[] = []
  if (packageVersion !== API_VERSION)
    faults.push(
      `package.json has version ${packageVersion}, but the newest release in docs/changelog.md is ${API_VERSION}. Make them the same.`,
    )
  if (NEXT_MAJOR?.version === API_VERSION && now.toISOString().slice(0, 10) < NEXT_MAJOR.notBefore)
    faults.push(
      `${API_VERSION} is announced for ${NEXT_MAJOR.notBefore}. Release it on or after that date.`,
    )
  return faults
}
