/** Demo data: two customer companies, their people and the machines they call about. */
import type { LeadPart, RoleCode } from '@earth/contracts';
import { DEMO_COMPANY } from '../../../config/settings';

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
  readonly companyRoleIt: string;
}

export const demoPeople: readonly DemoPerson[] = [
  {
    company: 'DEMO',
    email: 'admin@demo.example',
    name: 'Paolo Neri',
    role: 'ADMIN',
    companyRole: 'Head of service',
    companyRoleIt: 'Responsabile dell’assistenza',
  },
  {
    company: 'DEMO',
    email: 'operator@demo.example',
    name: 'Giulia Ferri',
    role: 'OPERATOR',
    companyRole: 'Service engineer',
    companyRoleIt: 'Tecnico dell’assistenza',
  },
  {
    company: 'DEMO',
    email: 'operator2@demo.example',
    name: 'Marco Bassi',
    role: 'OPERATOR',
    companyRole: 'Service engineer',
    companyRoleIt: 'Tecnico dell’assistenza',
  },
  {
    company: 'DEMO',
    email: 'assisted@demo.example',
    name: 'Luca Moretti',
    role: 'ASSISTED',
    companyRole: 'Plant technician',
    companyRoleIt: 'Tecnico d’impianto',
  },
  {
    company: 'DEMO',
    email: 'assisted2@demo.example',
    name: 'Sara Conti',
    role: 'ASSISTED',
    companyRole: 'Plant technician',
    companyRoleIt: 'Tecnico d’impianto',
  },
  {
    company: 'DEMO',
    email: 'multi@demo.example',
    name: 'Anna Villa',
    role: 'OPERATOR',
    companyRole: 'Consultant',
    companyRoleIt: 'Consulente',
  },
  {
    company: 'TILES',
    email: 'multi@demo.example',
    name: 'Anna Villa',
    role: 'OPERATOR',
    companyRole: 'Consultant',
    companyRoleIt: 'Consulente',
  },
  {
    company: 'TILES',
    email: 'operator@tiles.example',
    name: 'Elena Riva',
    role: 'OPERATOR',
    companyRole: 'Press line',
    companyRoleIt: 'Linea di pressatura',
  },
];

/** The company whose people are in each other's address books. */
export const ACQUAINTED = DEMO_COMPANY;

interface DemoProduct {
  readonly company: string;
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly nameIt: string;
  readonly descriptionIt: string;
  /** A drawing under `demo/`, without its extension. */
  readonly drawing: string;
}

export const demoProducts: readonly DemoProduct[] = [
  {
    company: 'DEMO',
    code: 'P-204',
    name: 'Feed pump P-204',
    nameIt: 'Pompa di alimentazione P-204',
    description: 'Pump room, ground floor',
    descriptionIt: 'Sala pompe, piano terra',
    drawing: 'pump-room',
  },
  {
    company: 'DEMO',
    code: 'B-1',
    name: 'Steam boiler',
    nameIt: 'Caldaia a vapore',
    description: 'Boiler house',
    descriptionIt: 'Locale caldaie',
    drawing: 'boiler',
  },
  {
    company: 'DEMO',
    code: 'TP-3',
    name: 'Tile press 3',
    nameIt: 'Pressa per piastrelle 3',
    description: 'Hall 2',
    descriptionIt: 'Capannone 2',
    drawing: 'tile-press',
  },
  {
    company: 'DEMO',
    code: 'K-2',
    name: 'Kiln 2',
    nameIt: 'Forno 2',
    description: 'Hall 3',
    descriptionIt: 'Capannone 3',
    drawing: 'kiln',
  },
  {
    company: 'TILES',
    code: 'TP-1',
    name: 'Tile press 1',
    nameIt: 'Pressa per piastrelle 1',
    description: 'Press line',
    descriptionIt: 'Linea di pressatura',
    drawing: 'tile-press',
  },
  {
    company: 'TILES',
    code: 'K-1',
    name: 'Kiln 1',
    nameIt: 'Forno 1',
    description: 'Firing line',
    descriptionIt: 'Linea di cottura',
    drawing: 'kiln',
  },
];

/** Contents for visitors, under `demo/`, in the format of `npm run import`. The last one is the newest. */
export const demoFiles = ['tiles.json', 'slabs.json', 'town.json', 'museum.json'];
