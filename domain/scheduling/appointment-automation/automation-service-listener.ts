import type { ServiceListener } from '#organization/services/listeners.ts'
import { wakeOpenLifecycles } from './wake-open-lifecycles.ts'

export const automationServiceListener: ServiceListener = { automationChanged: wakeOpenLifecycles }
