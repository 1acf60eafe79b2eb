/**
 * Stories over HTTP against the processes of `bin/up`. They inject nothing into the platform's code; outside
 * parties are separate servers. A capability is done when it has a story here.
 */
import { afterAll, beforeAll, describe, test } from 'vitest'
import { startSite, type Site } from './support/site.ts'
import type { Story } from './support/story.ts'
import { agentStories, scriptOfStories } from './stories/agents.ts'
import { clinicalStories } from './stories/clinical.ts'
import { familyStories } from './stories/families.ts'
import { knowledgeStories } from './stories/knowledge.ts'
import { marketplaceStories } from './stories/marketplace.ts'
import { moneyStories } from './stories/money.ts'
import { platformStories } from './stories/platform.ts'
import { privacyStories } from './stories/privacy.ts'
import { schedulingStories } from './stories/scheduling.ts'
import { staffStories } from './stories/staff.ts'
import { textStories } from './stories/texts.ts'

const STARTS = 600_000
const STORY = { timeout: 600_000 }

let site: Site
beforeAll(async () => {
  site = await startSite()
  site.models.reply(scriptOfStories)
}, STARTS)
afterAll(() => site[Symbol.asyncDispose](), STARTS)

const story: Story = (title, tell) =>
  test.concurrent(title, STORY, async ({ expect }) => {
    await tell({ site, centre: await site.openCentre(), expect })
  })

describe.concurrent.each([
  ['scheduling', schedulingStories],
  ['money', moneyStories],
  ['clinical work', clinicalStories],
  ['families', familyStories],
  ['texts', textStories],
  ['marketplace', marketplaceStories],
  ['agents', agentStories],
  ['knowledge', knowledgeStories],
  ['staff', staffStories],
  ['privacy', privacyStories],
  ['the platform', platformStories],
])('%s', (_, stories) => {
  stories(story)
})
