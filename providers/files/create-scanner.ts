import { clamdAddress, createClamdScanner } from './clamd-scanner.ts'
import { eicarScanner, type MalwareScanner } from './malware-scanner.ts'

/** The scanner that MALWARE_SCANNER configures: `eicar`, or the address of clamd. */
export const createScanner = (name: string): MalwareScanner =>
  name === 'eicar' ? eicarScanner : createClamdScanner(clamdAddress(name))
