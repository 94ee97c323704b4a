<?php

return ['orm' => ['database' => ['connections' => []]]];
