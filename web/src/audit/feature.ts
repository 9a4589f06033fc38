import { ScrollText } from 'lucide-react';
import type { Feature } from '../shell/feature.ts';
import { sectionPath } from '../ui/paths.ts';
import { lazily } from '../ui/lazily.tsx';

export const audit: Feature = {
	actions: [{ id: 'undo', label: 'Undo a change', names: 'restore revert', path: sectionPath('audit') }],
	sections: [{ id: 'audit', group: 'Admin', label: 'Audit', icon: ScrollText, ...lazily(() => import('./Audit.tsx')) }],
};
