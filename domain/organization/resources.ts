import { tenants } from './tenants/resource.ts'
import { locations } from './locations/resource.ts'
import { rooms } from './rooms/resource.ts'
import { services } from './services/resource.ts'
import { customFields } from './custom-fields/resource.ts'
import { providers } from './providers/resource.ts'
import { providerLicenses } from './provider-licenses/resource.ts'
import { schedules } from './schedules/resource.ts'
import { scheduleExceptions } from './schedule-exceptions/resource.ts'
import { closures } from './closures/resource.ts'
import { supervisionDelegates } from './supervision-delegates/resource.ts'
import { supervisions } from './supervisions/resource.ts'

/**
 * The resources of this context: parents before the resources that refer to them, because an erasure runs in
 * reverse order.
 */
export const organization = [
  tenants,
  locations,
  rooms,
  services,
  customFields,
  providers,
  providerLicenses,
  schedules,
  scheduleExceptions,
  closures,
  supervisions,
  supervisionDelegates,
] as const
