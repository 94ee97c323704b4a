<?php

$p = 'hunter2';

return ['orm' => ['database' => ['connections' => ['library' => ['adapter' => 'pgsql', 'password' => $p]]]]];
