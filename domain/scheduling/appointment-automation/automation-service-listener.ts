import type { ServiceListener } from '#organization/services/listeners.ts'
import { wakeOpenLifecycles } from './appointment-automation.ts'

export const automationServiceListener: ServiceListener = { automationChanged: wakeOpenLifecycles }
