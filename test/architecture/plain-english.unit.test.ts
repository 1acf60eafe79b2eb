import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './imports.ts'

/** Words and phrases over which readers stumble, each with a replacement. */
const INSTEAD = {
  'whoever, whomever': [
    /\bwhoe?m?ever\b/i,
    'name the person: the user, the caller, the person who …',
  ],
  'of before': [/(?<!instead )\bof before\b(?!\))/i, 'earlier, previous, former'],
  'of then': [/\bof then\b/i, 'in force then, at that time'],
  'that is none': [/\bthat is none\b/i, 'invalid, malformed, unknown'],
  'what is to': [
    /\bwhat is to\b/i,
    'name the thing: the steps, the amount due, future appointments',
  ],
  'appointment that is off': [/\bappointments? that (?:is|are) off\b/i, 'cancelled appointment'],
  'are to be seen to': [/\bto be seen to\b/i, 'needs attention'],
  'There is no such': [/\bThere is no such\b/, 'This … does not exist'],
  'leave it out': [/\bleave (?:it|them|that) out\b/i, 'omit it'],
  'absent members stay': [/\babsent members stay[;,.]/i, 'members that you omit stay unchanged'],
  'null when': [/\bnull (?:when|likewise)\b(?! sorted)/, 'null if …'],
  'has passed. Choose': [
    /\bhas passed\. (?:Choose|Send)\b/,
    '… is in the past. Choose a future time',
  ],
  'are of several': [/\b(?:is|are) of (?:several|different)\b/, 'belong to different …'],
  'Until when': [/['"`](?:Until|Since|From) when\b(?!.*\?)/, 'name the thing: Due date, End of …'],
  'true: …': [/description: ['"`](?:true|false|null): /i, 'If true, …'],
} as const

const files = globSync('**/*.{ts,md,json,sql,prisma,yml,txt}', {
  cwd: ROOT,
  exclude: [
    'node_modules',
    'prisma/generated',
    // Never edited once they are applied or released.
    'prisma/migrations',
    'api/openapi.json',
    'package-lock.json',
    'test/fixtures',
    'test/support/compose-spec.json',
    'test/architecture/plain-english.unit.test.ts',
    // Texts that imitate people, texts of messages, and released texts.
    'domain/messaging/messages/templates',
    'test/knowledge/generation/poison.ts',
    'api/documents/changelog.ts',
    'docs/changelog.md',
    // Code that matches by accident.
    'test/messaging/follow-ups/attention.test.ts',
    'test/payouts/settlements/stripe-payouts.test.ts',
  ],
})

test.each(Object.entries(INSTEAD))('no text says "%s"', (_, [phrase, instead]) => {
  expect(files.length).toBeGreaterThan(2000)
  const found = files.flatMap((file) =>
    readFileSync(path.join(ROOT, file), 'utf8')
      .split('\n')
      .filter((line) => phrase.test(line))
      .map((line) => `${file}: ${line.trim().slice(0, 120)} → ${instead}`),
  )
  expect(found).toEqual([])
})
