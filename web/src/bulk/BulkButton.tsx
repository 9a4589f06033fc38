import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useAsked } from '../ui/useAsked.ts';
import type { BulkKind } from './kinds.ts';

const BulkPanel = lazy(() => import('./BulkPanel.tsx'));

/** Opens the panel for import and export, which is loaded on demand. */
export function BulkButton({ kind, done }: { kind: BulkKind; done(): void }) {
	const [open, setOpen] = useState(false);
	useAsked('bulk', () => setOpen(true));
	return (
		<>
			<Button variant="default" onClick={() => setOpen(true)}>
				Import and export
			</Button>
			{open && (
				<Suspense fallback={null}>
					<BulkPanel kind={kind} close={() => setOpen(false)} done={done} />
				</Suspense>
			)}
		</>
	);
}
