import { activityInfo } from '@temporalio/activity'
import type { StartedTogether, SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { deliverTogether } from '#messaging/messages/deliver-together.ts'
import { deliverMessage, messageDueAt, sendMessage } from '#messaging/messages/send-message.ts'
import { tellPeople } from '#messaging/notifications/tell-people.ts'
import type { ActivityDeps } from './activity-deps.ts'
import { workflowContext } from './context.ts'

/** Messages to people, and what they are told of the worklist. */
export const messageActivities = ({ platform, mail, texting }: ActivityDeps) => ({
  messageDueAt: ({ tenantId, subjectId: id }: SubjectInput): Promise<string | null> =>
    messageDueAt(workflowContext(platform, tenantId), { id }),

  deliverMessage: ({ tenantId, subjectId: id }: SubjectInput): Promise<string | null> =>
    deliverMessage(workflowContext(platform, tenantId), { id }, mail, attemptOf(texting)),

  deliverMessages: ({ tenantId, subjectId: id, others = [] }: StartedTogether): Promise<boolean> =>
    deliverTogether(workflowContext(platform, tenantId), { id, others }, mail),

  sendMessage: ({ tenantId, subjectId: id }: SubjectInput): Promise<void> =>
    sendMessage(workflowContext(platform, tenantId), { id }, mail, attemptOf(texting)),

  tellPeople: ({ tenantId }: SubjectInput): Promise<{ nextAt: string | null }> =>
    tellPeople(workflowContext(platform, tenantId)),
})

/** An earlier attempt may have sent the text. */
const attemptOf = (texting: ActivityDeps['texting']) =>
  texting && { ...texting, isRepeat: activityInfo().attempt > 1 }
