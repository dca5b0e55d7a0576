/** Demo data: two customer companies, their people and the machines they call about. */
import type { LeadPart, RoleCode } from '@earth/contracts';

interface DemoCompany {
  readonly code: string;
  readonly name: string;
  readonly adminEmail: string;
  /** What its contact form asks for besides name, e-mail and message. */
  readonly leadParts: LeadPart[];
}

// The visitors of the first one ask about pieces of a museum, those of the second one are builders and dealers.
export const demoCompanies: readonly DemoCompany[] = [
  { code: 'DEMO', name: 'Demo Water Works', adminEmail: 'admin@demo.example', leadParts: [] },
  {
    code: 'TILES',
    name: 'Tiles & Co.',
    adminEmail: 'operator@tiles.example',
    leadParts: ['phone', 'profession', 'address', 'newsletter'],
  },
];

interface DemoPerson {
  readonly company: string;
  readonly email: string;
  readonly name: string;
  readonly role: RoleCode;
  readonly companyRole: string;
}

export const demoPeople: readonly DemoPerson[] = [
  { company: 'DEMO', email: 'admin@demo.example', name: 'Paolo Neri', role: 'ADMIN', companyRole: 'Head of service' },
  {
    company: 'DEMO',
    email: 'operator@demo.example',
    name: 'Giulia Ferri',
    role: 'OPERATOR',
    companyRole: 'Service engineer',
  },
  {
    company: 'DEMO',
    email: 'operator2@demo.example',
    name: 'Marco Bassi',
    role: 'OPERATOR',
    companyRole: 'Service engineer',
  },
  {
    company: 'DEMO',
    email: 'assisted@demo.example',
    name: 'Luca Moretti',
    role: 'ASSISTED',
    companyRole: 'Plant technician',
  },
  {
    company: 'DEMO',
    email: 'assisted2@demo.example',
    name: 'Sara Conti',
    role: 'ASSISTED',
    companyRole: 'Plant technician',
  },
  { company: 'DEMO', email: 'multi@demo.example', name: 'Anna Villa', role: 'OPERATOR', companyRole: 'Consultant' },
  { company: 'TILES', email: 'multi@demo.example', name: 'Anna Villa', role: 'OPERATOR', companyRole: 'Consultant' },
  {
    company: 'TILES',
    email: 'operator@tiles.example',
    name: 'Elena Riva',
    role: 'OPERATOR',
    companyRole: 'Press line',
  },
];

/** The company whose people are in each other's address books. */
export const ACQUAINTED = 'DEMO';

interface DemoProduct {
  readonly company: string;
  readonly code: string;
  readonly name: string;
  readonly description: string;
  /** A drawing under `demo/`, without its extension. */
  readonly drawing: string;
}

export const demoProducts: readonly DemoProduct[] = [
  {
    company: 'DEMO',
    code: 'P-204',
    name: 'Feed pump P-204',
    description: 'Pump room, ground floor',
    drawing: 'pump-room',
  },
  { company: 'DEMO', code: 'B-1', name: 'Steam boiler', description: 'Boiler house', drawing: 'boiler' },
  { company: 'DEMO', code: 'TP-3', name: 'Tile press 3', description: 'Hall 2', drawing: 'tile-press' },
  { company: 'DEMO', code: 'K-2', name: 'Kiln 2', description: 'Hall 3', drawing: 'kiln' },
  { company: 'TILES', code: 'TP-1', name: 'Tile press 1', description: 'Press line', drawing: 'tile-press' },
  { company: 'TILES', code: 'K-1', name: 'Kiln 1', description: 'Firing line', drawing: 'kiln' },
];

/** Contents for visitors, under `demo/`, in the format of `npm run import`. The last one is the newest. */
export const demoFiles = ['tiles.json', 'slabs.json', 'town.json', 'museum.json'];
