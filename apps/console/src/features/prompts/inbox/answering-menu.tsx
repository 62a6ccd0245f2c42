import { Settings2 } from 'lucide-react';
import { IconButton } from '../../../components/ui/button.js';
import { Menu, MenuCheck, MenuLabel } from '../../../components/ui/menu.js';
import { setOpensNext, setWaitsForUndo, useOpensNext, useWaitsForUndo } from './preferences.js';
import { t as texts } from './texts.js';

const t = texts.menu;

/** How this browser answers prompts. */
export function AnsweringMenu() {
  return (
    <Menu
      trigger={
        <IconButton label={t.title}>
          <Settings2 className="size-4" aria-hidden />
        </IconButton>
      }
    >
      <MenuLabel>{t.scope}</MenuLabel>
      <MenuCheck checked={useOpensNext()} onChange={setOpensNext}>
        {t.openNext}
      </MenuCheck>
      <MenuCheck checked={useWaitsForUndo()} onChange={setWaitsForUndo}>
        {t.waitForUndo}
      </MenuCheck>
    </Menu>
  );
}
