import './home.css';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { useUser } from '../ui/Guard.tsx';
import { Title } from '../ui/Title.tsx';
import { Frame } from '../shell/Frame.tsx';
import { MainMenu } from '../shell/MainMenu.tsx';
import { Community } from './Community.tsx';
import { Latest } from './Latest.tsx';
import { Launches } from './Launches.tsx';
import { OpenRequest } from './OpenRequest.tsx';
import { Tools } from './Tools.tsx';
import { YourServers } from './YourServers.tsx';

/** Everybody's first page: what they can use, and what happens now. A card that does not apply is absent. */
export default function Home() {
	return (
		<Frame menu={<MainMenu user={useUser()} />}>
			<ErrorBoundary framed>
				<Title of="Home" />
				<div className="page-head">
					<h1>Home</h1>
				</div>
				<Tools />
				<div className="home">
					<Latest />
					<div className="home-side">
						<OpenRequest />
						<YourServers />
						<Launches />
						<Community />
					</div>
				</div>
			</ErrorBoundary>
		</Frame>
	);
}
