import { clamdAddress, createClamdScanner } from './clamd-scanner.ts'
import { eicarScanner, type MalwareScanner } from './malware-scanner.ts'

/** The scanner that MALWARE_SCANNER names: `eicar`, or where clamd listens. */
export const createScanner = (name: string): MalwareScanner =>
  name === 'eicar' ? eicarScanner : createClamdScanner(clamdAddress(name))
