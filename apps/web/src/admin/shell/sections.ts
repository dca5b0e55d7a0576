/** The sections of the back office. A section is one entry here, and one route below `/admin` in `web/app/routes.tsx`. */
import { isController, type Profile } from '@earth/contracts';
import {
  IconApi,
  IconBuildingStore,
  IconChartBar,
  IconCube,
  IconFiles,
  IconGauge,
  IconHistory,
  IconListTree,
  IconMailbox,
  IconSpeakerphone,
  IconPhotoSearch,
  IconServer,
  IconUsers,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react';
import type { ShellText } from './texts';

interface Section {
  readonly to:
    | '/admin/contents'
    | '/admin/menu'
    | '/admin/scenes'
    | '/admin/catalogues'
    | '/admin/people'
    | '/admin/leads'
    | '/admin/notices'
    | '/admin/statistics'
    | '/admin/usage'
    | '/admin/company'
    | '/admin/webhooks'
    | '/admin/tokens'
    | '/admin/log'
    | '/admin/server';
  readonly Icon: Icon;
  readonly name: ShellText;
  readonly line: ShellText;
  /** Whether operators may use it too. */
  readonly isForOperators: boolean;
  /** Whether it is only for those who run the server. */
  readonly isForServerAdmins?: boolean;
}

const sections: readonly Section[] = [
  { to: '/admin/contents', Icon: IconFiles, name: 'contents', line: 'contentsLine', isForOperators: true },
  { to: '/admin/menu', Icon: IconListTree, name: 'menu', line: 'menuLine', isForOperators: false },
  { to: '/admin/scenes', Icon: IconCube, name: 'scenes', line: 'scenesLine', isForOperators: true },
  { to: '/admin/catalogues', Icon: IconPhotoSearch, name: 'catalogues', line: 'cataloguesLine', isForOperators: true },
  { to: '/admin/people', Icon: IconUsers, name: 'people', line: 'peopleLine', isForOperators: false },
  { to: '/admin/leads', Icon: IconMailbox, name: 'leads', line: 'leadsLine', isForOperators: false },
  { to: '/admin/notices', Icon: IconSpeakerphone, name: 'notices', line: 'noticesLine', isForOperators: false },
  { to: '/admin/statistics', Icon: IconChartBar, name: 'statistics', line: 'statisticsLine', isForOperators: false },
  { to: '/admin/usage', Icon: IconGauge, name: 'usage', line: 'usageLine', isForOperators: false },
  { to: '/admin/company', Icon: IconBuildingStore, name: 'company', line: 'companyLine', isForOperators: false },
  { to: '/admin/webhooks', Icon: IconWebhook, name: 'webhooks', line: 'webhooksLine', isForOperators: false },
  { to: '/admin/tokens', Icon: IconApi, name: 'tokens', line: 'tokensLine', isForOperators: false },
  { to: '/admin/log', Icon: IconHistory, name: 'log', line: 'logLine', isForOperators: false },
  {
    to: '/admin/server',
    Icon: IconServer,
    name: 'server',
    line: 'serverLine',
    isForOperators: false,
    isForServerAdmins: true,
  },
];

export const sectionsFor = ({
  role: { code },
  isServerAdmin,
}: Pick<Profile, 'role' | 'isServerAdmin'>): readonly Section[] =>
  sections.filter(
    ({ isForOperators, isForServerAdmins }) =>
      (isForServerAdmins !== true || isServerAdmin === true) &&
      (code === 'ADMIN' || (isForOperators && isController(code))),
  );
