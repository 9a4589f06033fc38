import { ScrollText } from 'lucide-react';
import type { Feature } from '../shell/feature.ts';
import { lazily } from '../ui/lazily.tsx';

export const audit: Feature = {
	sections: [{ id: 'audit', group: 'Admin', label: 'Audit', icon: ScrollText, ...lazily(() => import('./Audit.tsx')) }],
};
