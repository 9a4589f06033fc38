import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { useCall } from '../api/useCall.ts';
import { isFromMenu } from '../shell/MainMenu.tsx';
import { ServerCards } from './ServerCards.tsx';
import { stepOf } from './FirstRunSteps.tsx';
import { WithoutServer } from './WithoutServer.tsx';

/**
 * The user's servers. For somebody who manages none there is nothing to set up: they get the home page, unless they ask for
 * this page in the menu.
 */
export function Servers() {
	const { data } = useCall('guildList', {});
	const { state } = useLocation();
	const [search] = useSearchParams();
	const none = data?.data.data.length === 0 && stepOf(search) === null;
	if (!none) return <ServerCards />;
	return isFromMenu(state) ? <WithoutServer /> : <Navigate to="/dashboard" replace />;
}
