import type { LucideIcon } from 'lucide-react';
import type { Lazy } from '../ui/lazily.tsx';

/** A section of the console. */
export interface Section extends Lazy {
	/** The content id in the address. */
	id: string;
	label: string;
	/** What the section is, where its label does not say it. */
	alias?: string;
	/** Other names by which it is found. */
	names?: string;
	/** The heading of its screen, where it is not the label. */
	heading?: string;
	icon: LucideIcon;
}
