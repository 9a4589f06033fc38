import type { Link as ServerLink } from '@dropwire/contract';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import { api } from '../api/client.ts';
import { useCall } from '../api/useCall.ts';
import { Loaded } from '../ui/Loading.tsx';
import { counted } from '../ui/format.ts';
import { useUndo } from '../ui/Undo.tsx';
import { type Cell, cellKey, linksByCell, targetOf } from './cells.ts';
import { Matrix, type Scope } from './Matrix.tsx';
import { refreshServer } from './refresh.ts';

// Drawers and dialogs load when they are opened.
const CellDrawer = lazy(async () => ({ default: (await import('./CellDrawer.tsx')).CellDrawer }));
const BulkDialog = lazy(async () => ({ default: (await import('./BulkDialog.tsx')).BulkDialog }));

/** How often the health of the links is read while the page is visible, ms. */
const EVERY_MS = 10_000;

/** The key of a link while its removal can be undone. */
const removalKey = (id: string) => `link/${id}`;

/** The matrix of one server, with the panel of the opened cell and the dialog of the opened head. */
export function MatrixTab() {
	const { guildId = '' } = useParams();
	const channels = useCall('channelList', { guildId });
	const call = useCall('linkList', { guildId }, { refreshInterval: EVERY_MS });
	const [cell, setCell] = useState<Cell | null>(null);
	const [scope, setScope] = useState<Scope | null>(null);
	const { remove, isPendingDelete } = useUndo();
	/** The page of each topic that the server has. */
	const pages = useMemo(() => {
		const own = (channels.data?.data ?? []).flatMap(({ region, channels: some }) =>
			some.map(({ id, toolsName }) => [cellKey({ region, toolsName }), `/dashboard/admin/${guildId}/${id}`] as const),
		);
		return new Map(own);
	}, [channels.data, guildId]);

	const removeLinks = (links: readonly ServerLink[]) => {
		const [first] = links;
		if (!first) return;
		const one = `${targetOf(first)} from ${first.toolsName} (${first.region})`;
		const what = links.length === 1 ? one : counted(links.length, 'link');
		const keys = links.map(({ id }) => removalKey(id));
		remove(keys, { done: `Removed ${what}`, infinitive: `remove ${what}` }, async () => {
			try {
				await api.serverSetup({ guildId, changes: links.map(({ id }) => ({ action: 'REMOVE', id })) });
			} finally {
				await refreshServer();
			}
		});
	};

	return (
		<Loaded call={call} rows={12}>
			{({ data }) => {
				const shown = data.filter(({ id }) => !isPendingDelete(removalKey(id)));
				const links = linksByCell(shown);
				return (
					<>
						<Matrix links={links} topics={new Set(pages.keys())} open={setCell} act={setScope} />
						<Suspense fallback={null}>
							{cell && (
								<CellDrawer
									guildId={guildId}
									cell={cell}
									links={links.get(cellKey(cell)) ?? []}
									all={shown}
									page={pages.get(cellKey(cell)) ?? null}
									remove={(link) => removeLinks([link])}
									close={() => setCell(null)}
								/>
							)}
							{scope && (
								<BulkDialog
									guildId={guildId}
									scope={scope}
									all={shown}
									links={links}
									remove={removeLinks}
									close={() => setScope(null)}
								/>
							)}
						</Suspense>
					</>
				);
			}}
		</Loaded>
	);
}
