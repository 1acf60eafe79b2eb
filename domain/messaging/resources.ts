import { followUps } from './follow-ups/resource.ts'
import { messages } from './messages/resource.ts'
import { messageTexts } from './message-texts/resource.ts'
import { links } from './links/resource.ts'
import { feedback } from './feedback/resource.ts'
import { absences } from './absences/resource.ts'
import { notifications } from './notifications/resource.ts'
import { channelConsents } from './channel-consents/resource.ts'
import { tasks } from './tasks/resource.ts'
import { worklist } from './worklist/resource.ts'

/**
 * The resources of this context: parents before the resources that refer to them, because an erasure runs in
 * reverse order.
 */
export const messaging = [
  followUps,
  messages,
  messageTexts,
  channelConsents,
  links,
  feedback,
  tasks,
  worklist,
  absences,
  notifications,
] as const
